// How a type of the client is written: an interface or a union, with the words of its schema.

import { type JsonSchema, namedSchemas } from '@media-library/contract/openapi'

export const schemas: Record<string, JsonSchema> = namedSchemas('output')

/**
 * What the service always answers, although the description of its API calls it optional: C2 and C13 of docs/build/api. The
 * contract stays with the description.
 */
const promised: Record<string, string[]> = { Asset: ['livePhotoVideoId', 'people', 'stackParentId', 'tags'] }

/** A text or number has no fields to explain, and is more readable as what it is. */
export function isWorthAName({ type, enum: values, oneOf }: JsonSchema): boolean {
  return type === 'object' || values !== undefined || oneOf !== undefined
}

/** Writes a type. An interface extends the one of `others` whose fields it has, too. */
export function declare(name: string, schema: JsonSchema, others: string[] = []): string[] {
  if (schema.oneOf) {
    const members = schema.oneOf.map((member) => ({ member, name: nameOfEvent(member) }))
    const union = members.map((one) => one.name).join(' | ')
    const doc = docOf(schema.description)
    return [...members.flatMap((one) => declare(one.name, one.member)), `${doc}export type ${name} = ${union}\n`]
  }
  const doc = docOf(schema.description)
  if (schema.enum) return [`${doc}export type ${name} = ${typeOf(schema)}\n`]
  const base = findBase(name, others)
  const own = base ? without(schema, schemas[base]) : schema
  return [`${doc}export interface ${name}${base ? ` extends ${base}` : ''} {\n${fieldsOf(name, own)}\n}\n`]
}

/** The interface with the most fields, two or more, all of which the named one has, too. */
function findBase(name: string, others: string[]): string | undefined {
  const fields = listFields(schemas[name])
  const bases = others.filter((other) => {
    const theirs = listFields(schemas[other])
    return theirs.length > 1 && theirs.length < fields.length && theirs.every((field) => fields.includes(field))
  })
  return bases.toSorted((one, other) => listFields(schemas[other]).length - listFields(schemas[one]).length)[0]
}

function listFields({ properties = {}, required = [] }: JsonSchema = {}): string[] {
  return Object.entries(properties).map((entry) => JSON.stringify([...entry, required.includes(entry[0])]))
}

function without({ properties = {}, ...schema }: JsonSchema, base: JsonSchema = {}): JsonSchema {
  const own = Object.entries(properties).filter(([key]) => !(key in (base.properties ?? {})))
  return { ...schema, properties: Object.fromEntries(own) }
}

function fieldsOf(name: string, { properties = {}, required = [] }: JsonSchema): string {
  const always = [...required, ...(promised[name] ?? [])]
  return Object.entries(properties as Record<string, JsonSchema>)
    .map(([key, schema]) => {
      const type = name === 'Problem' && key === 'code' ? 'ProblemCode' : typeOf(schema)
      const isOptional = !always.includes(key)
      const field = `${/^\w+$/.test(key) ? key : `'${key}'`}${isOptional ? '?' : ''}`
      return `${docOf(describe(`${name}.${key}`, schema))}  ${field}: ${type}${isOptional ? ' | undefined' : ''}`
    })
    .join('\n')
}

/** The words of a field, or those of the type that it has. A type without words stops the program. */
function describe(field: string, { description, $ref }: JsonSchema): string {
  const words = description ?? ($ref && schemas[nameOfReference($ref)]?.description)
  if (!words) throw new Error(`${field} has no words: add .describe(…) to it in packages/contract/src.`)
  return words
}

function typeOf(schema: JsonSchema): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type, items } = schema
  if ($ref) {
    const name = nameOfReference($ref)
    const known = schemas[name]
    return known && !isWorthAName(known) ? typeOf(known) : name
  }
  if (value !== undefined) return textOf(value)
  if (values) return values.map(textOf).join(' | ')
  const members = anyOf ?? oneOf
  if (members) return [...new Set(members.map((member) => typeOf(member as JsonSchema)))].join(' | ')
  if (type === 'array') {
    const item = typeOf(items as JsonSchema)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return `{\n${fieldsOf('', schema)}\n}`
  if (Array.isArray(type)) return type.map((one) => (one === 'integer' ? 'number' : one)).join(' | ')
  if (type) return type === 'integer' ? 'number' : type
  throw new Error(`There is no type for ${JSON.stringify(schema)}.`)
}

export function textOf(value: unknown) {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function nameOfReference($ref: string) {
  return $ref.replace(/^.*\//, '')
}

/** `asset.added` is an AssetAddedEvent. */
function nameOfEvent({ properties = {} }: JsonSchema) {
  const { const: kind } = properties['type'] as JsonSchema
  const words = String(kind).split('.')
  return `${words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase())).join('')}Event`
}

/** A comment, on lines of up to 120 characters. */
export function docOf(words: string | undefined) {
  if (!words) return ''
  const lines = words.replaceAll('*/', '*\\/').match(/.{1,115}(?= |$)/g) ?? []
  if (lines.length === 1) return `  /** ${lines[0]} */\n`
  return `  /**\n${lines.map((line) => `   * ${line.trim()}\n`).join('')}   */\n`
}
