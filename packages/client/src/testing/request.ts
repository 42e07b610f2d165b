import { api, toFieldErrors } from '@media-library/contract'
import { type Operation, readRoute, routes } from '../call/routes.js'
import { type Ask, Refusal, requireFound } from './ask.js'
import { findLink } from './operations/shared-links.js'
import type { FakeUser, Store } from './store.js'

/** A request that was parsed by the contract, and its operation. */
export interface ParsedRequest extends Ask {
  operation: Operation
  url: URL
}

interface Schema {
  safeParse(value: unknown): { data?: unknown; error?: { issues: Parameters<typeof toFieldErrors>[1] } | undefined }
}

interface Route {
  metadata: { permission: string | null; visitor?: string; answers?: readonly string[]; isUpload?: true }
  pathParams?: Schema
  query?: Schema
  body?: Schema | symbol
  responses: Record<number, unknown>
}

/** Returns the route of the contract with that name. */
export function toRoute(operation: Operation): Route {
  return api[operation]
}

/** Returns the facts about the answers of an operation. */
export function toFacts(operation: Operation): readonly string[] {
  return toRoute(operation).metadata.answers ?? []
}

/** Finds the operation and the caller of a request, and validates its parts by the contract. */
export async function readRequest(store: Store, request: Request): Promise<ParsedRequest> {
  const url = new URL(request.url)
  const { operation, ids } = findOperation(request.method, url.pathname)
  const route = toRoute(operation)
  const key = request.headers.get('x-immich-share-key') ?? url.searchParams.get('key')
  const callerAndSession =
    key && route.metadata.visitor
      ? receiveVisitor(store, key)
      : authenticate(store, request.headers, route.metadata.permission)
  const { body: sent, file } = await readBody(request, route)
  const errors: ReturnType<typeof toFieldErrors> = []
  const read = (prefix: string, schema: Schema | symbol | undefined, value: unknown) => {
    const { data, error } = typeof schema === 'object' ? schema.safeParse(value) : { data: value }
    if (error) errors.push(...toFieldErrors(prefix, error.issues, value))
    return data
  }
  const params = read('/path', route.pathParams, ids) as { id: string; userId?: string }
  const query = read('/query', route.query, toQuery(url.searchParams))
  const body = read('', route.body, sent)
  const [first] = errors
  if (first) throw new Refusal('invalid_request', `${first.pointer || 'The body'} ${first.detail}.`, { errors })
  return { store, operation, url, ...callerAndSession, ...params, query, body, file, headers: request.headers }
}

/** Finds the operation of a path. A fixed path precedes one with an id in the same place. */
function findOperation(method: string, path: string) {
  for (const operation of Object.keys(routes) as Operation[]) {
    const route = readRoute(operation)
    const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const match = route.method === method && pattern.exec(path)
    if (match) return { operation, ids: { ...match.groups } }
  }
  throw new Refusal('not_found', `There is no operation ${method} ${path}.`)
}

/** Returns the user of a key or session. Any key has all permissions. */
function authenticate(store: Store, headers: Headers, permission: string | null) {
  const users = [...store.users.values()]
  if (permission === null) return { caller: users[0] as FakeUser, session: undefined }
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  const credential = headers.get('x-api-key') ?? headers.get('x-immich-user-token') ?? bearer ?? ''
  const userId = store.sessions.get(credential)?.userId
  const key = [...store.keys.values()].find(({ secret }) => secret === credential)
  const caller = users.find(({ id, apiKey }) => apiKey === credential || id === (userId ?? key?.userId))
  if (caller?.deletedAt !== null) throw new Refusal('unauthenticated')
  if (permission === 'key' && userId !== undefined) throw new Refusal('forbidden', 'A session is not a key.')
  return { caller, session: userId === undefined ? undefined : credential }
}

/** Returns the link of a visitor, for whom the fake service shows what the link's user sees. */
function receiveVisitor(store: Store, key: string) {
  const link = requireFound(findLink(store.links.values(), key), 'link')
  return { caller: requireFound(store.users.get(link.userId), 'link'), session: undefined, link }
}

/** Reads the body of a request as JSON, or the fields of its form, in which the name stands for a file. */
async function readBody(request: Request, { metadata }: Route): Promise<{ body: unknown; file: File | undefined }> {
  try {
    if (!metadata.isUpload) {
      const text = await request.text()
      return { body: text ? JSON.parse(text) : undefined, file: undefined }
    }
    const fields = [...(await request.formData())]
    const body = Object.fromEntries(fields.map(([name, value]) => [name, value instanceof File ? value.name : value]))
    return { body, file: fields.map(([, value]) => value).find((value) => value instanceof File) }
  } catch (error) {
    throw new Refusal(metadata.isUpload ? 'malformed_form' : 'malformed_json', (error as Error).message)
  }
}

/** Returns the value of each parameter, or all values of a repeated one. */
function toQuery(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}
