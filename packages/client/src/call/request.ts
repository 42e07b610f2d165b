import type { ClientOptions, Credential, Fetch } from '../options.js'
import { type CallName, type Operation, type Route, readRoute } from './routes.js'

/** What one operation is asked. */
export interface Request {
  /** Fill the `:id` and `:userId` of the path. */
  id?: string
  userId?: string
  query?: object | undefined
  headers?: Record<string, string>
  body?: unknown
  /** What is sent in place of a JSON body; called for each attempt. */
  content?: () => { body: NonNullable<RequestInit['body']>; headers?: Record<string, string> }
  /** Asks elsewhere than the operation does, for an answer without a body. */
  instead?: { method: string; path: string }
  /** Sends the request in place of the client's fetch. */
  fetch?: Fetch
  /** Whether the answer is a file, which is not read. */
  isFile?: boolean
  /** Whether doing it twice does no more than doing it once. */
  repeatable: boolean
}

/** The values of a query; the interfaces of the contract have no index signature. */
type Query = Record<string, string | number | boolean | string[] | undefined>

/** The route of a request. A call that is no operation always brings one. */
export function targetOf(name: CallName, { instead }: Pick<Request, 'instead'>): Route {
  return instead ?? readRoute(name as Operation)
}

export function urlOf(
  baseUrl: string,
  name: CallName,
  request: Pick<Request, 'id' | 'userId' | 'query' | 'instead'>,
): string {
  const { id, userId = '', query } = request
  const { path } = targetOf(name, request)
  if (path.includes(':id') && !id) throw new TypeError(`${name}: the id is ${JSON.stringify(id)}.`)
  const filled = path.replace(':id', encodeURIComponent(id ?? '')).replace(':userId', encodeURIComponent(userId))
  return rootOf(baseUrl) + filled + toQuery(query)
}

/** What every path is appended to. */
export function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '')
}

export function toQuery(query: object = {}): string {
  const pairs = Object.entries(query as Query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** The headers of every request. A browser has a user agent of its own, and asks the service before it sends another. */
export function defaultsOf({ headers, userAgent }: ClientOptions): Record<string, string> {
  const isTold = userAgent !== undefined && !globalThis.location
  return readHeaders(isTold ? { ...headers, 'user-agent': userAgent } : headers)
}

/** Headers by their names in small letters. Throws a TypeError for one that cannot be sent. */
export function readHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  return headers ? Object.fromEntries(new Headers(headers)) : {}
}

/** What fetch is given. A redirect is an answer like any other, so that no key follows it elsewhere. */
export async function initOf(
  client: ClientOptions & { headers: Record<string, string> },
  method: string,
  { headers, body, content, isFile }: Request,
): Promise<RequestInit> {
  const accept = isFile ? '*/*' : 'application/json'
  const sent = { ...client.headers, accept, ...headers, ...(await credentialsOf(client)) }
  if (content) {
    const { body: sending, headers: more } = content()
    // A stream can be sent, and not be answered before its end.
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

async function credentialsOf({ apiKey, token }: ClientOptions): Promise<Record<string, string>> {
  const key = await read(apiKey)
  if (key !== undefined) return { 'x-api-key': key }
  const session = await read(token)
  return session === undefined ? {} : { authorization: `Bearer ${session}` }
}

function read(secret: Credential | undefined) {
  return typeof secret === 'function' ? secret() : secret
}
