import * as z from 'zod'
import * as contract from '../src/index.js'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The contract's schemas by their names, so that a schema can say which others it refers to. */
const named = Object.entries<unknown>(contract).filter(
  (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
)

// Only objects are referred to by name; the types of fields are written out.
const registry = z.registry<{ id: string }>()
for (const [id, schema] of named) if (z.toJSONSchema(schema).type === 'object') registry.add(schema, { id })

const { schemas } = z.toJSONSchema(registry, { uri: (id) => id, io: 'input' })

/** Lists the fields of a schema, a line each, as the document writes them: `name? type`. */
export function listFields(name: string): string[] {
  const { properties = {}, required = [] } = schemas[name] as JsonSchema
  return Object.entries(properties).map(
    ([field, schema]) => `${field}${required.includes(field) ? '' : '?'} ${toTypeName(schema as JsonSchema)}`,
  )
}

/** Lists the fields of a schema that may be `null`, as `Schema.field`. */
export function listNullableFields(name: string): string[] {
  const { properties = {} } = schemas[name] as JsonSchema
  return Object.entries(properties)
    .filter(([, schema]) => listAlternatives(schema as JsonSchema).some(isNull))
    .map(([field]) => `${name}.${field}`)
}

/** Whether a schema refuses properties that it does not know. */
export function isStrict(name: string): boolean {
  return (schemas[name] as JsonSchema).additionalProperties === false
}

/** Returns the name of a schema; undefined when it has none. */
export function findName(schema: unknown): string | undefined {
  if (schema instanceof z.ZodArray) return `${findName(schema.element)}[]`
  return named.find(([, known]) => known === schema)?.[0]
}

function toTypeName(schema: JsonSchema): string {
  const [only = schema] = listAlternatives(schema).filter((alternative) => !isNull(alternative))
  if (only.$ref) return only.$ref
  if (only.enum) return only.enum.join('|')
  if (only.type === 'array') return `${toTypeName(only.items as JsonSchema)}[]`
  if (only.type === 'string' && only.format && only.format !== 'base64') return only.format
  return String(only.type)
}

/** Lists the alternatives of a schema: `null` stands in a list of types, or of schemas. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }) as JsonSchema)
  return (schema.anyOf as JsonSchema[] | undefined) ?? [schema]
}

function isNull({ type }: JsonSchema) {
  return type === 'null'
}
