import type { ClientOptions, Credential, Fetch } from '../options.js'
import { type Operation, routes } from './routes.js'

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

export function urlOf(
  baseUrl: string,
  operation: Operation,
  { id, userId = '', query = {}, instead }: Pick<Request, 'id' | 'userId' | 'query' | 'instead'>,
): string {
  const { path: template } = instead ?? routes[operation]
  if (template.includes(':id') && !id) throw new TypeError(`${operation}: the id is ${JSON.stringify(id)}.`)
  const path = template.replace(':id', encodeURIComponent(id ?? '')).replace(':userId', encodeURIComponent(userId))
  const pairs = Object.entries(query as Query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  )
  return baseUrl.replace(/\/+$/, '') + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

/** What fetch is given. A redirect is an answer like any other, so that no key follows it elsewhere. */
export async function initOf(
  client: ClientOptions,
  method: string,
  { headers, body, content, isFile }: Request,
): Promise<RequestInit> {
  const sent = { accept: isFile ? '*/*' : 'application/json', ...headers, ...(await credentialsOf(client)) }
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
