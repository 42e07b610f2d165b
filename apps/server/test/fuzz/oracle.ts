import { api, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import type { z } from 'zod'
import { type FuzzRequest, idsOn, type KnownIds, type Operation, takesBody } from './requests.js'

/** What only an administrator does, whom no caller is, and the first account, which is made. */
const nobodysOperations = new Set<Operation>([
  ...(['signUpAdmin', 'createUser', 'deleteUser', 'restoreUser'] as const),
  ...(['getInvitations', 'createInvitation', 'renewInvitation', 'deleteInvitation'] as const),
])

/** Returns the statuses that may answer a request: by the contract's own schemas, the ids of the library, and the order of checks. */
export function expectedStatuses(given: FuzzRequest, known: KnownIds): number[] {
  const request = { ...given, operation: toOperation(given) }
  const route: AppRoute = api[request.operation]
  if (request.operation === 'downloadFileByPost') return Object.keys(route.responses).map(Number)
  const { operation, caller, method, headers } = request
  const id = request.id.toLowerCase()
  const { permission, visitor } = route.metadata as RouteMetadata
  const isOpen = permission === null
  const isServed = method === route.method || (method === 'HEAD' && route.method === 'GET')
  // No key that is drawn opens a link, and a visitor is asked for nothing else.
  if (visitor && isServed && request.query['key'] && !(id === '' && route.path.includes(':id'))) return [404]
  if (!isOpen && ['wrong', 'nobody'].includes(caller)) return [401]
  // Without an id, `info` is one: of a user, whom no caller may delete.
  if (id === '' && operation === 'getUserById') return method === 'DELETE' ? [400, 403, 406] : [405]
  if (id === '' && route.path.includes(':id')) return [404]
  // It is a path that is not served, and no id.
  if (route.path === '/api/asset/:id' && encodeURIComponent(id) === id && !accepts(route.pathParams, { id }))
    return [404]
  if (method !== route.method && !(method === 'HEAD' && route.method === 'GET')) return [405]
  if (!isOpen && caller === 'narrow' && permission !== 'any') return [403]

  const isFile = 412 in route.responses
  const acceptable =
    isFile || (operation === 'listenToEvents' ? acceptsEvents(headers['accept']) : acceptsJson(headers['accept']))
  const refusals = acceptable === null ? [406] : []
  if (acceptable === false) return [406]
  if ((route.metadata as RouteMetadata).isUpload) return [...refusals, ...uploadStatuses(request)]
  if (takesBody(route) && !isJson(headers['content-type'])) return [...refusals, 415]

  const json = parse(request.body ?? '')
  if (!isShapely(route, given, json)) return [...refusals, 400]
  const body = (takesBody(route) ? (json ?? {}) : {}) as Record<string, unknown>
  if (operation === 'getMySharedLink') return [...refusals, 404]
  if (operation === 'createSharedLink') return [...refusals, 201, 400]
  // The service under test has no provider.
  if (operation === 'authorize' || operation === 'finishSignIn') return [...refusals, 400]
  if (nobodysOperations.has(operation)) return [...refusals, 403]
  // A passkey needs a page of the service, and a session to be added.
  if (operation === 'createPasskeyOptions' || operation === 'createPasskey') return [...refusals, 403]
  if (operation === 'createPasskeySignInOptions' || operation === 'signInWithPasskey') return [...refusals, 400]
  if (route.path === '/api/auth/passkey/:id') return [...refusals, 404]
  if (operation === 'getFaces') return [...refusals, usable([request.query['id']], known.assets) ? 200 : 404]
  if (operation === 'unassignFace') return [...refusals, known.faces.includes(id) ? 204 : 404]
  if (operation === 'reassignFacesById' && known.people.includes(id))
    return [...refusals, usable([body['id']], known.faces) ? 200 : 400]
  if (operation === 'reassignFacesById') return [...refusals, 404]
  // There is no user with the password of the request; Ada chooses her first one by the first such request.
  if (operation === 'login') return [...refusals, 401]
  if (operation === 'changePassword') return [...refusals, 200, 401]
  if (operation === 'updateUser') return [...refusals, 200, 403]
  const isOwners = ['addUsersToAlbum', 'updateAlbumInfo', 'deleteAlbum'].includes(operation)
  if (isOwners && known.shared.includes(id)) return [...refusals, 403]
  if (operation === 'deleteTag' && id === known.doomed) return [...refusals, 204, 404]
  if (operation === 'deleteAlbum' && id === known.doomedAlbum) return [...refusals, 204, 404]
  if (operation === 'logoutAuthDevice' && id === known.doomedDevice) return [...refusals, 204, 404]
  if (operation === 'deleteApiKey' && id === known.doomedKey) return [...refusals, 204, 404]
  if (route.path.startsWith('/api/shared-link/:id') && id === known.doomedLink)
    return [...refusals, findSuccess(route), 404]
  if (operation === 'updateAsset' && known.seen.includes(id)) return [...refusals, 403]
  // The caller is the owner, who has nothing to leave.
  if (operation === 'removeUserFromAlbum') return [...refusals, 404]
  const ids = route.path.includes(':id') ? idsOn(route.path, known) : []
  const visible = [...ids, ...throughAlbums(route, known)]
  if (route.path.includes(':id') && !visible.includes(id)) {
    return [...refusals, 404, ...(request.query['cursor'] === undefined ? [] : [400])]
  }
  if (!isVisible(request.query, known)) {
    return [...refusals, 404, ...(request.query['cursor'] === undefined ? [] : [400])]
  }
  // The assets of the library under test have no files.
  if (isFile) return [404]
  if (request.query['cursor'] !== undefined) return [...refusals, 400]
  if (operation === 'getDownloadInfo') return [...refusals, ...downloadStatuses(body, known)]
  const fits =
    (isForgiving(route) || usable(body['assetIds'], known.assets)) &&
    (isForgiving(route) || usable(body['ids'], [...known.assets, ...known.doomedAssets])) &&
    usable(body['stackParentId'] === undefined ? [] : [body['stackParentId']], known.assets) &&
    usable(
      [body['newParentId'], body['oldParentId']].filter((each) => each !== undefined),
      known.assets,
    ) &&
    usable(body['sharedUserIds'], known.users) &&
    usable(body['sharedWithUserIds'], known.users)
  if (!fits) return [...refusals, 400]
  const mayBeGone = !usable(body['ids'], known.assets)
  const isCovered = body['albumThumbnailAssetId'] !== undefined || body['featureFaceAssetId'] !== undefined
  const mayMiss = isCovered || mayBeGone ? [400] : []
  const mayClash = 409 in route.responses && ('name' in body || operation === 'createApiKey') ? [409] : []
  return [...refusals, findSuccess(route), ...mayMiss, ...mayClash, ...('if-none-match' in headers ? [304] : [])]
}

/** Returns the statuses that may answer a download of assets, an album or the library. A doomed asset may be gone. */
function downloadStatuses(body: Record<string, unknown>, known: KnownIds): number[] {
  if (!isVisible(body as FuzzRequest['query'], known)) return [404]
  if (!usable(body['assetIds'], [...known.assets, ...known.seen, ...known.doomedAssets])) return [400]
  return usable(body['assetIds'], [...known.assets, ...known.seen]) ? [201] : [201, 400]
}

/** Returns the statuses that may answer a form: its text alone does not tell whether it holds a photo. */
function uploadStatuses({ headers }: Pick<FuzzRequest, 'headers'>): number[] {
  const isForm = /^multipart\/form-data\s*;.*boundary=/i.test(headers['content-type'] ?? '')
  return isForm ? [400, 415] : [415]
}

/** Returns the operation that a request reaches: another one of its path, when its method is that one's. A slash at the end is ignored. */
export function toOperation({ operation, method, id }: FuzzRequest): keyof typeof api {
  const path = id === '' ? api[operation].path.replace(/\/:id$/, '') : api[operation].path
  const wanted = method === 'HEAD' ? 'GET' : method
  const served = Object.entries(api).filter(([, route]) => route.path === path)
  const reached =
    served.find(([, route]) => route.method === wanted) ?? served.find(([name]) => name === operation) ?? served[0]
  return (reached?.[0] ?? operation) as keyof typeof api
}

/** Returns the ids on a path that the caller may see and does not own. */
function throughAlbums({ path, method }: AppRoute, { shared, seen }: KnownIds): string[] {
  if (method === 'GET' && path === '/api/album/:id') return shared
  if (path === '/api/album/:id/assets') return shared
  return /^\/api\/(asset|download)\//.test(path) ? seen : []
}

/** Returns whether the caller may see what a query is about: their own assets, or an album. */
function isVisible({ userId, albumId }: FuzzRequest['query'], { users, albums, shared }: KnownIds): boolean {
  const isSelf = userId === undefined || userId.toLowerCase() === users[0]
  return isSelf && (albumId === undefined || [...albums, ...shared].includes(albumId.toLowerCase()))
}

function acceptsJson(accept: string | undefined): boolean | null {
  if (accept === undefined) return true
  if (['application/json', '*/*', 'text/html, application/*;q=0.1'].includes(accept)) return true
  return ['text/html', 'text/event-stream', 'application/json;q=0'].includes(accept) ? false : null
}

function acceptsEvents(accept: string | undefined): boolean | null {
  if (accept === undefined || ['text/event-stream', '*/*'].includes(accept)) return true
  return /^(text\/html|application\/)/.test(accept) ? false : null
}

function isJson(contentType = '') {
  return /^application\/json(; charset=utf-8)?$/i.test(contentType)
}

function parse(text: string): unknown {
  try {
    // An empty body means an empty object.
    return JSON.parse(text.replace(/^\ufeff/, '') || '{}')
  } catch {
    return undefined
  }
}

function isShapely(route: AppRoute, { id, query, headers }: FuzzRequest, json: unknown) {
  const given = Object.entries((route.headers ?? {}) as Record<string, unknown>)
  return (
    accepts(route.pathParams, { id, userId: 'me', deviceId: 'x' }) &&
    accepts(route.query, query) &&
    given.every(([name, schema]) => accepts(schema, headers[name])) &&
    (!takesBody(route) || (json !== undefined && accepts(route.body, json)))
  )
}

function accepts(schema: unknown, value: unknown) {
  return !schema || (schema as z.ZodType).safeParse(value).success
}

function usable(ids: unknown, known: string[]) {
  return ((ids ?? []) as string[]).every((id) => known.includes(id.toLowerCase()))
}

/** Returns whether a list of ids is answered one by one. */
function isForgiving({ path }: AppRoute) {
  return path.endsWith('/:id/assets') || path.endsWith('/:id/merge')
}

function findSuccess({ responses }: AppRoute) {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')))
}
