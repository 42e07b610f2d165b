// The types of the client, written from the schemas of the contract, so that an editor shows their descriptions on hovering.

import { type JsonSchema, namedSchemas } from '@media-library/contract/openapi'
import { problems } from '@media-library/contract/schemas'

const HEAD =
  '// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm openapi`.\n'

const schemas = namedSchemas('output')

/**
 * What the service always answers, although the description of its API calls it optional: C2 and C13 of docs/decisions.md. The
 * contract stays with the description.
 */
const promised: Record<string, string[]> = { Asset: ['livePhotoVideoId', 'people', 'stackParentId', 'tags'] }

const named = Object.entries(schemas).filter(([, schema]) => isWorthAName(schema))

/** Writes the module of the types. */
export function writeTypes(): string {
  const declarations = named.flatMap(([name, schema]) => declare(name, schema))
  const codes = Object.keys(problems).map(textOf)
  const statuses = Object.entries(problems).map(
    ([code, { title, remedy, status }]) => `${docOf(`${title}. ${remedy}`)}  ${code}: ${status}`,
  )
  return `${HEAD}
${declarations.join('\n')}
${docOf('The stable code of a problem.')}export type ProblemCode = ${codes.join(' | ')}

${docOf('The status of each problem, by its code.')}export interface ProblemStatuses {
${statuses.join('\n')}
}
`
}

/** Writes the types by their names, for the test that compares them with the schemas. */
export function writeNames(): string {
  const names = named.map(([name]) => name)
  return `${HEAD}
import type { ${names.join(', ')} } from '../src/types.js'

export interface Types {
${names.map((name) => `  ${name}: ${name}`).join('\n')}
}
`
}

/** A text or number has no fields to explain, and is more readable as what it is. */
function isWorthAName({ type, enum: values, oneOf }: JsonSchema): boolean {
  return type === 'object' || values !== undefined || oneOf !== undefined
}

function declare(name: string, schema: JsonSchema): string[] {
  if (schema.oneOf) {
    const members = schema.oneOf.map((member) => ({ member, name: nameOfEvent(member) }))
    const union = members.map((one) => one.name).join(' | ')
    const doc = docOf(schema.description)
    return [...members.flatMap((one) => declare(one.name, one.member)), `${doc}export type ${name} = ${union}\n`]
  }
  const doc = docOf(schema.description)
  if (schema.enum) return [`${doc}export type ${name} = ${typeOf(schema)}\n`]
  return [`${doc}export interface ${name} {\n${fieldsOf(name, schema)}\n}\n`]
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
  if (!words) throw new Error(`${field} has no words: add .describe(…) to it in packages/contract/src/schemas.`)
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

function textOf(value: unknown) {
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

function docOf(words: string | undefined) {
  return words ? `  /** ${words.replaceAll('*/', '*\\/')} */\n` : ''
}
