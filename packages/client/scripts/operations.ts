// What the client knows of the operations, written from the contract.

import { api } from '@media-library/contract'
import { createOpenApi } from '@media-library/contract/openapi'
import * as schemas from '@media-library/contract/schemas'
import { docOf, textOf } from './declaration.ts'

const HEAD = '// Written by scripts/write-types.ts from the contract. Do not edit it: run `pnpm types`.\n'

/** The operations that the client names otherwise, because their names in the contract say less to an app. */
const renamed: Record<string, string> = { callback: 'finishSignIn', downloadOriginal: 'downloadFile' }

/** Those that do more than call the service: uploads/upload-operations.ts and events/event-operations.ts. */
const byHand = ['uploadFile', 'listenToEvents']

/** The queries that only programs written for Immich, or the URLs of files, have a use for. Others of this kind have no name. */
const unused: unknown[] = [schemas.AssetView, schemas.FileVersion, schemas.ShareKey]

/** The queries that stand among the options of a call. */
const optional = new Map<unknown, { type: string; fields: string; query: string }>([
  [schemas.AlbumView, { type: 'AlbumOptions', fields: 'minimal', query: '{ withoutAssets: minimal }' }],
  [schemas.Page, { type: 'PageOptions', fields: 'limit, cursor', query: '{ limit, cursor }' }],
])

interface Route {
  method: string
  path: string
  summary?: string
  deprecated?: boolean
  query?: unknown
  body?: unknown
  responses: Record<number, unknown>
  metadata: { answers?: readonly string[]; isQuestion?: true }
}

/** downloadFile is downloadOriginal by POST, which neither links nor resumed downloads can use. */
const { downloadFile: _, ...called } = api as Record<string, Route>

const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema as unknown, name]))

/** What the description of the API says of each operation. */
const words = Object.fromEntries(
  Object.values(createOpenApi({ version: '0.0.0' }).paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, description }) => [operationId, String(description)]),
)

/** Writes the operations: their interface, with the words of the contract, and how each calls the service. */
export function writeOperations(): string {
  const operations = Object.entries(called)
    .filter(([name]) => !byHand.includes(name))
    .map(([name, route]) => writeOperation(name, route))
  const members = operations.map(({ declaration }) => declaration).join('')
  const text = `
/** The operations that each call the service. */
export interface ServiceOperations {
${members}}

export function serviceOperations({ read, once, list, load }: Calls): ServiceOperations {
  return {
${operations.map(({ code }) => code).join('')}  }
}
`
  const types = [...names.values()].filter((name) => isNamed(members, name)).sort()
  const options = [...new Set(members.match(/\w+Options/g))].sort()
  return `${HEAD}
import type { Calls } from './calls.js'
import { warnOnce } from './deprecation.js'
import { keyOf, preferOf } from './headers.js'
import type { ${options.join(', ')} } from './options.js'
import type { List } from './pages.js'
import type { Reply } from './reply.js'
import type { ${types.join(', ')} } from './types/index.js'
${text}`
}

function isNamed(code: string, name: string) {
  return new RegExp(`[:<] ?${name}\\b`).test(code.replaceAll(/\/\*\*.*?\*\//gs, ''))
}

function writeOperation(name: string, route: Route) {
  const { query, body, deprecated } = route
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, id = '']) => id)
  const inOptions = optional.get(query)
  const asked = inOptions || unused.includes(query) || !names.has(query) ? undefined : query
  const bodyName = isSchema(body) ? nameOf(body) : undefined
  const method = renamed[name] ?? name
  const headers = headersOf(route)
  const doc = `${deprecated ? '@deprecated ' : ''}${words[name]}`
  const declared = [
    ...ids.map((id) => `${id === 'id' ? `${nounOf(route)}Id` : id}: string`),
    ...(bodyName ? [`${argumentOf(bodyName)}: ${bodyName}`] : []),
    ...(asked ? [`${argumentOf(nameOf(asked))}${isOptional(asked) ? '?' : ''}: ${nameOf(asked)}`] : []),
    `options?: ${inOptions?.type ?? optionsOf(route)}`,
  ]
  const given = [...ids, ...(bodyName ? ['body'] : []), ...(asked ? ['query'] : [])]
  const taken = [...given, inOptions ? `{ ${inOptions.fields}, ...options } = {}` : 'options']
  const sent = [
    ...given,
    ...(inOptions ? [`query: ${inOptions.query}`] : []),
    ...(headers ? [`headers: ${headers}`] : []),
  ]
  const call = `${callOf(route)}('${name}', { ${sent.join(', ')} }, options)`
  return {
    declaration: `${docOf(doc)}  ${method}(${declared.join(', ')}): ${resultOf(route)}\n`,
    code: `${method}: (${taken.join(', ')}) => ${deprecated ? `{\nwarnOnce(${textOf(`${name} is deprecated. ${words[name]}`)})\nreturn ${call}\n}` : call},\n`,
  }
}

/** What this program knows of a schema of zod; that of a list has an element. */
interface Schema {
  element?: unknown
  safeParse(value: unknown): { success: boolean }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value
}

/** The schema of a success. */
function successOf({ responses }: Route): unknown {
  return responses[successStatusOf(responses)]
}

function successStatusOf(responses: Route['responses']): number {
  return Number(Object.keys(responses).find((status) => Number(status) < 300))
}

function resultOf(route: Route): string {
  if (isFile(route)) return 'Promise<Response>'
  const success = successOf(route)
  if (!isSchema(success)) return 'Reply<void>'
  if (!success.element) return `Reply<${nameOf(success)}>`
  const item = nameOf(success.element)
  return has(route, 'pages') ? `List<${item}>` : `Reply<${item}[]>`
}

/** The method is that of the route. An operation that works only once is not repeated. */
function callOf(route: Route): string {
  if (isFile(route)) return 'load'
  if (has(route, 'pages')) return 'list'
  const isSingleDelete = route.method === 'DELETE' && !isSchema(successOf(route))
  const isNewPost = route.method === 'POST' && !has(route, 'idempotent') && !route.metadata.isQuestion
  return isSingleDelete || isNewPost ? 'once' : 'read'
}

function optionsOf(route: Route): string {
  if (has(route, 'file')) return 'FileOptions'
  const options = [
    ...(has(route, 'prefer') ? ['AlbumOptions'] : []),
    ...(has(route, 'idempotent') ? ['KeyedOptions'] : []),
  ]
  return options.join(' & ') || 'CallOptions'
}

function headersOf(route: Route): string | undefined {
  const parts = [
    ...(has(route, 'prefer') ? ['preferOf(options)'] : []),
    ...(has(route, 'idempotent') ? ['keyOf(options)'] : []),
  ]
  return parts.length > 1 ? `{ ${parts.map((part) => `...${part}`).join(', ')} }` : parts[0]
}

/** Whether the response is left to the caller. */
function isFile(route: Route): boolean {
  return has(route, 'file') || has(route, 'archive')
}

function has({ metadata }: Route, fact: string): boolean {
  return metadata.answers?.includes(fact) ?? false
}

/** `/api/download/asset/:id` is about an asset. */
function nounOf({ path }: Route): string {
  return /(album|asset|device|key|tag)s?\/(\w+\/)?:id/.exec(path)?.[1] ?? ''
}

/** An argument has the last word of its type: CreateAlbum is an album, and AddUsersToAlbum are users. */
function argumentOf(type: string): string {
  return type.replace(/^.*?([A-Z][a-z]+)(To[A-Z]\w+)?$/, '$1').toLowerCase()
}

function isOptional(query: unknown): boolean {
  return isSchema(query) && query.safeParse({}).success
}

function nameOf(schema: unknown): string {
  const name = names.get(schema)
  if (!name) throw new Error('A schema of an operation has no name: export it from packages/contract/src/schemas.ts.')
  return name
}

/** Writes the table of routes: what a call needs to know of the contract, which would bring its schemas along. */
export function writeRoutes(): string {
  const rows = Object.entries(called).map(([name, { method, path, responses }]) => {
    return `  ${name}: { method: '${method}', path: '${path}', success: ${successStatusOf(responses)} },\n`
  })
  return `${HEAD}
/** What a call needs to know of the contract, which would bring its schemas along. */
export const routes = {
${rows.join('')}} as const

/** The name of an operation. */
export type Operation = keyof typeof routes
`
}

/** Writes the names of the operations between the marks of the README. */
export function writeReadme(readme: string): string {
  const names = Object.entries(called).map(
    ([name, { deprecated }]) => `\`${renamed[name] ?? name}\`${deprecated ? ' (deprecated)' : ''}`,
  )
  const [mark, end] = ['<!-- Written by scripts/write-types.ts -->', '<!-- until here -->']
  const [before, , after] = readme.split(new RegExp(`${mark}|${end}`))
  return `${before}${mark}\n\n${names.join(', ')}\n\n${end}${after}`
}
