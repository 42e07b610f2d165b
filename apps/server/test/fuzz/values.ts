import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod'

/** What the JSON schemas of requests are made of. */
interface JsonSchema {
  type?: string
  enum?: string[]
  format?: string
  maxLength?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const codeUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

/** Draws the text of a body for a schema of the contract: mostly valid, often nearly so, sometimes hostile. */
export function anyBody(schema: z.ZodType, ids: Arbitrary<string>): Arbitrary<string> {
  const valid = anyValue(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, ids)
  const toText = (value: unknown) => JSON.stringify(value)
  return fc.oneof(
    { weight: 6, arbitrary: valid.map(toText) },
    { weight: 3, arbitrary: valid.chain((body) => spoil(body as object)).map(toText) },
    { weight: 1, arbitrary: fc.jsonValue().map(toText) },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat(40)).map(([body, length]) => toText(body).slice(0, length)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('['.repeat(30_000), `{"a":`.repeat(5_000), '\ufeff{}', '1e999', ' ') },
  )
}

function anyValue(schema: JsonSchema, ids: Arbitrary<string>): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.format === 'uuid') return ids
  if (schema.type === 'string') return anyText(schema.maxLength ?? 100)
  if (schema.items) return fc.array(anyValue(schema.items, ids), { maxLength: 6 })
  const properties = Object.entries(schema.properties ?? {}).map(([name, value]) => [name, anyValue(value, ids)])
  const record: Record<string, Arbitrary<unknown>> = Object.fromEntries(properties)
  return fc.record(record, { requiredKeys: schema.required ?? [] })
}

function anyText(max: number): Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.string({ unit: 'grapheme' }) },
    { weight: 2, arbitrary: codeUnits },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a'.repeat(max), '🏔'.repeat(max), 'a'.repeat(max + 1), '🏔'.repeat(max + 1)),
    },
  )
}

/** Draws a body with a property that is missing, of another type, or unknown. */
function spoil(body: object): Arbitrary<unknown> {
  const names = Object.keys(body)
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.string()
  const other = fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 }), fc.array(fc.oneof(fc.uuid(), fc.string())))
  return fc.oneof(
    name.map((left) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== left))),
    fc.tuple(name, other).map(([key, value]) => ({ ...body, [key]: value })),
    fc
      .tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a/b~c')), other)
      .map(([key, value]) => Object.defineProperty({ ...body }, key, { value, enumerable: true })),
  )
}
