import * as z from 'zod'
import { examples } from '../route/example.js'
import * as contract from '../schemas.js'

/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

const COMPONENTS = '#/components/schemas/'
/** The temporary name of an unnamed schema during its conversion. */
const INLINE = '-'

const named = Object.entries<unknown>(contract)
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
  .sort(([name], [other]) => (name < other ? -1 : 1))

/** Returns every named schema of the contract. Only requests refuse unknown properties, because responses may gain new ones. */
export function namedSchemas(io: 'input' | 'output' = 'input'): Record<string, JsonSchema> {
  return convert(named, io)
}

/** Returns the properties of an object of the contract, and which of them are required. */
export function toProperties(object: z.ZodType, io: 'input' | 'output') {
  const { properties = {}, required = [] } = convert(
    [...named.filter(([, known]) => known !== object), [INLINE, object]],
    io,
  )[INLINE] as JsonSchema
  return { properties: properties as Record<string, JsonSchema>, required }
}

/** Converts a schema of the contract. The result is a reference if the schema has a name. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const name = named.find(([, known]) => known === schema)?.[0]
  return name ? { $ref: COMPONENTS + name } : (convert([...named, [INLINE, schema]], 'input')[INLINE] as JsonSchema)
}

/** Returns the example of the schema with that name; undefined when it has none. */
export function exampleNamed(name: string): unknown {
  const schema = named.find(([known]) => known === name)?.[1]
  return schema && examples.get(schema)?.example
}

/** Lists the names of the schemas that a part of a document refers to. */
export function listReferences(part: unknown): string[] {
  return [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name as string,
  )
}

/** Picks the schemas that a part of a document refers to, directly or indirectly, by name. */
export function pickNeeded(part: unknown, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const needed = new Set(listReferences(part))
  for (const name of needed) for (const other of listReferences(schemas[name])) needed.add(other)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)))
}

function convert(schemas: [string, z.ZodType][], io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, { uri: (id) => COMPONENTS + id, io, override: shorten }).schemas
  return Object.fromEntries(
    Object.entries(converted).map(([id, { $id, $schema, ...schema }]) => [id, schema as JsonSchema]),
  )
}

/** Leaves out redundant keywords: the pattern of a format, and the default bounds of integers. */
function shorten({ jsonSchema }: { jsonSchema: JsonSchema }) {
  if (jsonSchema.format || jsonSchema.$ref) delete jsonSchema.pattern
  // JSON Schema has no format `base64`; `contentEncoding` expresses it.
  if (jsonSchema.format === 'base64') delete jsonSchema.format
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
