import { api, problems, toFieldErrors } from '@media-library/contract'
import { type Operation, routes } from '../call/routes.js'
import { readForm } from './changes/uploads.js'
import type { FakeUser, Library } from './library.js'
import { Refusal } from './outcome.js'

/** A request that may go to its operation, read by the contract. */
export interface Asked {
  operation: Operation
  caller: FakeUser | undefined
  /** The token of the caller's session; undefined for a key. */
  session: string | undefined
  params: unknown
  query: unknown
  body: unknown
  headers: Headers
}

interface Schema {
  safeParse(value: unknown): { data?: unknown; error?: { issues: Parameters<typeof toFieldErrors>[1] } | undefined }
}

/** Lets a request through in the order in which the service checks it: key, path, method, kinds, shape. */
export async function admit(library: Library, request: Request): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url)
  const found = routesOn(pathname)
  const isPublic = found.some(({ operation }) => api[operation].metadata.permission === null)
  const isOpen = isPublic || !pathname.startsWith('/api/')
  const { caller, session } = isOpen ? {} : authenticate(library, request.headers)
  if (found.length === 0) throw new Refusal('not_found', `There is nothing at ${pathname}.`)
  const route = found.find(({ method }) => method === request.method)
  if (!route) {
    const allow = found.map(({ method }) => method).join(', ')
    throw new Refusal('method_not_allowed', `The path accepts ${allow}.`, { headers: { allow } })
  }
  const { operation, ids } = route
  if (api[operation].metadata.permission === 'session' && session === undefined) {
    throw new Refusal('forbidden', 'A key has no session.')
  }
  if (api[operation].metadata.permission === 'key' && session !== undefined) {
    throw new Refusal('forbidden', 'A session is no key, and signs nobody in.')
  }
  requireJson(operation, request)
  const isForm = operation === 'uploadFile'
  const body = request.method === 'GET' ? undefined : await (isForm ? readForm(request) : readBody(request))
  const query = queryOf(searchParams)
  const parts = readParts(operation, { path: ids, header: request.headers, query, body })
  return { operation, caller, session, headers: request.headers, ...parts }
}

/** Each parameter, and all values of one that is repeated. */
function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...others] = parameters.getAll(name)
      return [name, others.length > 0 ? [value, ...others] : value]
    }),
  )
}

/** The operations of the first path that fits; a fixed one stands before one that takes an id in its place. */
function routesOn(path: string) {
  const found = Object.entries(routes).flatMap(([name, route]) => {
    const match = matches(route.path).exec(path)
    return match ? [{ ...route, operation: name as Operation, ids: { ...match.groups } }] : []
  })
  return found.filter((route) => route.path === found[0]?.path)
}

function matches(path: string) {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

function authenticate({ users, sessions }: Library, headers: Headers): { caller: FakeUser; session?: string } {
  const given = headers.get('x-api-key') ?? /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  const userId = sessions.get(given ?? '')?.userId
  const caller = [...users.values()].find(({ id, apiKey }) => (userId === undefined ? apiKey === given : id === userId))
  if (caller?.deletedAt === null)
    return { caller, ...(userId !== undefined && given !== undefined && { session: given }) }
  const detail =
    given === undefined
      ? 'The request carries neither a key nor a session.'
      : 'The key or session is unknown, revoked or expired.'
  throw new Refusal('unauthenticated', detail, { headers: { 'www-authenticate': 'Bearer realm="media-library"' } })
}

function requireJson(operation: Operation, { headers }: Request) {
  const type = operation === 'listenToEvents' ? 'text/event-stream' : 'application/json'
  const accepted = (headers.get('accept') ?? '*/*').split(/[,;] */)
  if (
    406 in api[operation].responses &&
    !['*/*', type, type.replace(/\/.*/, '/*')].some((one) => accepted.includes(one))
  ) {
    throw new Refusal('not_acceptable', `The header Accept excludes ${type}.`)
  }
  const takesBody = typeof (api[operation] as { body?: unknown }).body === 'object'
  const wanted = operation === 'uploadFile' ? /^multipart\/form-data\b/ : /^application\/json\b/
  if (takesBody && !wanted.test(headers.get('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type', problems.unsupported_media_type.remedy)
  }
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return text ? JSON.parse(text) : undefined
  } catch (error) {
    throw new Refusal('malformed_json', `The body is not JSON: ${(error as Error).message}`)
  }
}

/** Each part of the request as the contract reads it; all that it refuses is one problem. */
function readParts(operation: Operation, parts: Record<'path' | 'header' | 'query' | 'body', unknown>) {
  const route: { method: string; pathParams?: Schema; query?: Schema; body?: Schema | symbol; headers?: unknown } =
    api[operation]
  const errors: ReturnType<typeof toFieldErrors> = []
  const read = (prefix: string, schema: Schema | undefined, value: unknown) => {
    const { data, error } = schema?.safeParse(value) ?? { data: value }
    if (error) errors.push(...toFieldErrors(prefix, error.issues, value))
    return data
  }
  const params = read('/path', route.pathParams, parts.path)
  for (const [name, schema] of Object.entries((route.headers ?? {}) as Record<string, Schema>)) {
    const value = (parts.header as Headers).get(name) ?? undefined
    read(`/header/${name}`, schema, value)
  }
  const query = read('/query', route.query, parts.query)
  const body = read('', typeof route.body === 'object' ? route.body : undefined, parts.body)
  const [first] = errors
  if (!first) return { params, query, body }
  throw new Refusal('invalid_request', `${first.pointer || 'The body'} ${first.detail}.`, { errors })
}
