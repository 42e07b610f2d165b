import * as z from 'zod'
import * as contract from '../index.js'
import { examples } from '../schemas/example.js'

/** A JSON Schema of the draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

const COMPONENTS = '#/components/schemas/'
/** What a schema without a name is called while it is converted. */
const INLINE = '-'

const named = Object.entries<unknown>(contract)
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
  .sort(([name], [other]) => (name < other ? -1 : 1))

/** Leaves out what only repeats: the pattern of a format, and the bounds of every integer. */
const shorten = ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
  if (jsonSchema.format || jsonSchema.$ref) delete jsonSchema.pattern
  // The keyword is `contentEncoding`; there is no such format.
  if (jsonSchema.format === 'base64') delete jsonSchema.format
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const convert = (schemas: [string, z.ZodType][], io: 'input' | 'output'): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, { uri: (id) => COMPONENTS + id, io, override: shorten }).schemas
  return Object.fromEntries(
    Object.entries(converted).map(([id, { $id, $schema, ...schema }]) => [id, schema as JsonSchema]),
  )
}

/** Every named schema of the contract. Answers may gain properties, so only requests refuse unknown ones. */
export const namedSchemas = (): Record<string, JsonSchema> => convert(named, 'input')

/** The properties of an object of the contract, spelt out, and which of them must be there. */
export const toProperties = (object: z.ZodType, io: 'input' | 'output') => {
  const { properties = {}, required = [] } = convert(
    [...named.filter(([, known]) => known !== object), [INLINE, object]],
    io,
  )[INLINE] as JsonSchema
  return { properties: properties as Record<string, JsonSchema>, required }
}

/** A schema of the contract: a reference when it has a name, else spelt out with references in it. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema => {
  const name = named.find(([, known]) => known === schema)?.[0]
  return name ? { $ref: COMPONENTS + name } : (convert([...named, [INLINE, schema]], 'input')[INLINE] as JsonSchema)
}

/** The example of the schema of that name; undefined when it has none. */
export const exampleNamed = (name: string): unknown => {
  const schema = named.find(([known]) => known === name)?.[1]
  return schema && examples.get(schema)?.example
}

/** The names of the schemas that a part of a document refers to. */
export const listReferences = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string)

/** Those of the schemas that a part of a document needs, with what they need themselves, by name. */
export const pickNeeded = (part: unknown, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> => {
  const needed = new Set(listReferences(part))
  for (const name of needed) for (const other of listReferences(schemas[name])) needed.add(other)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)))
}
