import type { ClientOptions, Credential, Fetch } from '../options.js'
import { type CallName, type Operation, type Route, readRoute } from './routes.js'

/** A request of an operation. */
export interface Request {
  /** The ids that replace `:id` and `:userId` in the path. */
  id?: string
  userId?: string
  query?: object | undefined
  headers?: Record<string, string>
  body?: unknown
  /** Creates a body that is sent in place of a JSON body; called for each attempt. */
  content?: () => { body: NonNullable<RequestInit['body']>; headers?: Record<string, string> }
  /** Another method and path than those of the operation, whose answer has no body. */
  instead?: { method: string; path: string }
  /** The function that sends the request in place of the client's fetch. */
  fetch?: Fetch
  /** Whether the answer is a file, whose body the caller reads. */
  isFile?: boolean
  /** Whether a repeated request has no further effect. */
  repeatable: boolean
}

/** The values of a query. The interfaces of the contract have no index signature. */
type Query = Record<string, string | number | boolean | string[] | undefined>

/** Returns the route of a request. A call that is not an operation always has one of its own. */
export function toTarget(name: CallName, { instead }: Pick<Request, 'instead'>): Route {
  return instead ?? readRoute(name as Operation)
}

export function toUrl(
  baseUrl: string,
  name: CallName,
  request: Pick<Request, 'id' | 'userId' | 'query' | 'instead'>,
): string {
  const { id, userId = '', query } = request
  const { path } = toTarget(name, request)
  if (path.includes(':id') && !id) throw new TypeError(`${name}: the id is ${JSON.stringify(id)}.`)
  const filled = path.replace(':id', encodeURIComponent(id ?? '')).replace(':userId', encodeURIComponent(userId))
  return toRoot(baseUrl) + filled + toQuery(query)
}

/** Returns the address that every path is appended to. */
export function toRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '')
}

export function toQuery(query: object = {}): string {
  const pairs = Object.entries(query as Query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/**
 * Returns the headers of every request. A browser has a user agent of its own, and would need a preflight request to
 * send another.
 */
export function toDefaults({ headers, userAgent }: ClientOptions): Record<string, string> {
  const sendsUserAgent = userAgent !== undefined && !globalThis.location
  return readHeaders(sendsUserAgent ? { ...headers, 'user-agent': userAgent } : headers)
}

/** Returns headers by their names in lower case. Throws a TypeError for a header that cannot be sent. */
export function readHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  return headers ? Object.fromEntries(new Headers(headers)) : {}
}

/** Returns the options of fetch. A redirect is treated as an answer, so that no key is sent to another address. */
export async function toInit(
  client: ClientOptions & { headers: Record<string, string> },
  method: string,
  { headers, body, content, isFile }: Request,
): Promise<RequestInit> {
  const accept = isFile ? '*/*' : 'application/json'
  const sent = { ...client.headers, accept, ...headers, ...(await readCredentials(client)) }
  if (content) {
    const { body: sending, headers: more } = content()
    // A stream can be sent, but is not answered before its end.
    const init = { method, redirect: 'manual', headers: { ...sent, ...more }, body: sending, duplex: 'half' }
    return init as RequestInit
  }
  if (body === undefined) return { method, redirect: 'manual', headers: sent }
  return {
    method,
    redirect: 'manual',
    headers: { ...sent, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

async function readCredentials({ apiKey, token, shareKey }: ClientOptions): Promise<Record<string, string>> {
  if (shareKey !== undefined) return { 'x-immich-share-key': shareKey }
  const key = await read(apiKey)
  if (key !== undefined) return { 'x-api-key': key }
  const session = await read(token)
  return session === undefined ? {} : { authorization: `Bearer ${session}` }
}

function read(secret: Credential | undefined) {
  return typeof secret === 'function' ? secret() : secret
}
