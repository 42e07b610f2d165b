import { api, EventFilter, type RouteMetadata } from '@media-library/contract'
import { requireExample } from '@media-library/contract/openapi'
import type { AppRoute } from '@ts-rest/core'
import { ZodType } from 'zod'
import { asForm, isForm } from './form.js'
import { is, type Operation, type Request, type Scenario } from './request.js'
import type { Service } from './service.js'

/** The values that requests find by their ids, and do not delete. */
interface Found {
  albumId: string
  keyId: string
  linkId: string
}

const UNKNOWN_BUT_SOUND = '0190f3d2-ffff-7000-8000-00000000ffff'

/**
 * Derives requests from the description of an operation, with its answers: those that are refused, and those that read.
 */
export function deriveScenarios(operation: Operation, service: Service & Found): Scenario[] {
  const route: AppRoute & { metadata: RouteMetadata } = api[operation]
  const { permission, bodyLimit = 0 } = route.metadata
  const withKey = { 'x-api-key': service.apiKey }
  const query = toExampleQuery(route)
  const request: Request = {
    operation,
    method: route.method,
    path:
      route.path.replace(':id', idFor(route.path, service)).replace(':userId', 'me').replace(':deviceId', 'phone') +
      query,
    headers: withKey,
    ...('body' in route && route.body instanceof ZodType && { body: requireExample(route.body) }),
  }
  const notAcceptable = is(406, { ...request, headers: { ...withKey, accept: 'text/html' } })
  const isNarrow = permission !== null && !['key', 'any', 'tag.read'].includes(permission)
  return [
    ...(406 in route.responses ? [notAcceptable] : []),
    ...('body' in request ? (isForm(route) ? refusedForms(request) : refusedBodies(request, bodyLimit)) : []),
    ...(permission === null
      ? []
      : [is(401, { ...request, headers: {} }), is(401, withHeader(request, 'x-api-key', 'nonsense'))]),
    ...(isNarrow ? [is(403, withHeader(request, 'x-api-key', service.narrowApiKey))] : []),
    ...(route.path.includes(':id') ? wrongIds(request, route.path.replace(':userId', 'me'), query) : []),
    ...(route.method === 'GET' ? readings(request, route) : []),
  ]
}

function withHeader(request: Request, name: string, value: string): Request {
  return {
    ...request,
    headers: { ...request.headers, [name]: value },
  }
}

/**
 * Returns the faults of every request with a body, and of a body that stays longer than that many bytes in any proxy.
 */
function refusedBodies(request: Request, limit: number): Scenario[] {
  return [
    is(400, { ...request, body: { ...(request.body as object), unknown: true } }),
    is(400, { ...request, body: '{' }),
    is(413, { ...request, body: `"${'a'.repeat(limit + 1_024)}"` }),
    is(415, withHeader(request, 'content-type', 'text/plain')),
  ]
}

/** Returns the faults of every form. The largest file is too large to be sent here. */
function refusedForms(request: Request): Scenario[] {
  return [is(400, asForm(request, { unknown: 'x' })), is(415, withHeader(request, 'content-type', 'text/plain'))]
}

function wrongIds(request: Request, path: string, query: string): Scenario[] {
  return [
    is(path === '/api/asset/:id' ? 404 : 400, { ...request, path: path.replace(':id', 'nonsense') + query }),
    is(404, { ...request, path: path.replace(':id', UNKNOWN_BUT_SOUND) + query }),
  ]
}

/** Returns the requests for a list: the whole list, page by page, and with the condition that it has changed. */
function readings(request: Request, route: AppRoute): Scenario[] {
  const parameters = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {})
  const and = request.path.includes('?') ? '&' : '?'
  return [
    is(200, request),
    ...(parameters.includes('limit') ? [is(200, { ...request, path: `${request.path}${and}limit=1` })] : []),
    ...(parameters.includes('cursor') ? [is(400, { ...request, path: `${request.path}${and}cursor=nonsense` })] : []),
    ...('range' in (route.headers ?? {}) ? parts(request) : []),
    ...('if-none-match' in (route.headers ?? {}) ? [is(304, withHeader(request, 'if-none-match', '*'))] : []),
  ]
}

/**
 * Returns the requests for a part of a file, for several parts, for a part that it does not have, and for another file.
 */
function parts(request: Request): Scenario[] {
  return [
    is(206, withHeader(request, 'range', 'bytes=0-0')),
    is(206, withHeader(request, 'range', 'bytes=0-0, -1')),
    is(416, withHeader(request, 'range', 'bytes=99999-')),
    is(412, withHeader(request, 'if-match', '"other"')),
  ]
}

/** Returns the example of a query, for operations that need one, or would never end. */
function toExampleQuery({ query }: AppRoute): string {
  if (query === EventFilter) return '?wait=0'
  if (!(query instanceof ZodType) || query.safeParse({}).success) return ''
  return `?${new URLSearchParams(requireExample(query) as Record<string, string>)}`
}

function idFor(
  path: string,
  { albumId, keyId, linkId, tagId, personId, assetIds, otherUserId }: Service & Found,
): string {
  const noun = path.split('/')[2] ?? ''
  const id = {
    album: albumId,
    'api-key': keyId,
    'shared-link': linkId,
    tag: tagId,
    person: personId,
    asset: assetIds[0],
    user: otherUserId,
    download: assetIds[0],
    auth: otherUserId,
    invitation: otherUserId,
  }[noun]
  if (path.includes(':id') && !id) throw new Error(`${path}: say in idFor which id of the library stands for \`:id\`.`)
  return id ?? ''
}
