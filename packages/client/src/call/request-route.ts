import type { Calls } from '../calls.js'
import type { RequestOptions, RouteMethod } from '../options.js'
import type { Answer } from './answer.js'
import { readHeaders, toQuery, toRoot } from './request.js'

/**
 * The methods that have the same effect when a request is repeated. A repeated DELETE would report that the first one
 * has removed the object, so the client does not repeat it.
 */
const REPEATABLE: RouteMethod[] = ['GET', 'HEAD', 'PUT']

/** Requests a path of the service. Throws a TypeError when the path is not one, or when the request cannot be sent. */
export function requestRoute(
  { ask, baseUrl }: Calls,
  { method, path }: { method: RouteMethod; path: string },
  { query, body, headers, idempotencyKey, ...options }: RequestOptions = {},
): Promise<Answer> {
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new TypeError(`request: a ${method} has no body. Pass a query.`)
  const own = pathBelow(toRoot(baseUrl), path)
  const search = toQuery(query)
  const instead = { method, path: own + (own.includes('?') ? search.replace('?', '&') : search) }
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const repeatable = REPEATABLE.includes(method) || idempotencyKey !== undefined
  return ask('request', { instead, body, headers: { ...readHeaders(headers), ...key }, repeatable }, options)
}

/** Returns a path that no URL parser takes for another host, or for a path outside of the root. */
function pathBelow(root: string, path: string): string {
  const own = path.startsWith(`${root}/`) ? path.slice(root.length) : path
  const [place = ''] = own.split('?')
  const isBelow = /^\/[^/]/.test(own) && !/[\s\\#]/.test(own) && !/\/(\.|%2e){1,2}(\/|$)/i.test(place)
  if (isBelow) return own
  throw new TypeError(
    `request: ${JSON.stringify(path)} is not a path of ${root}. Pass one such as /api/album, or an address that begins with ${root}/.`,
  )
}
