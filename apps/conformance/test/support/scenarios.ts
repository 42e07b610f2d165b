import { randomUUID } from 'node:crypto'
import type { served } from '@media-library/contract'
import type { Service } from './service.js'

export type Operation = keyof typeof served

/** A request of an operation, and the status that answers it. */
export interface Scenario {
  operation: Operation
  status: number
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Request = Pick<Scenario, 'operation' | 'method' | 'path'> & { headers?: Record<string, string>; body?: unknown }

/**
 * One that asks for the same thing twice has the answer to the second request in mind. The service has no provider: with one,
 * users sign in in the server's own tests.
 */
export const listScenarios = ({
  apiKey,
  narrowApiKey,
  otherUserId,
  assetIds,
  tagId,
  albumId,
}: Service & { albumId: string }): Scenario[] => {
  const withKey = { 'x-api-key': apiKey }
  const idempotencyKey = randomUUID()
  const createAlbum = { operation: 'createAlbum', method: 'POST', path: '/api/album' } as const
  const share = { operation: 'addUsersToAlbum', method: 'PUT', path: `/api/album/${albumId}/users` } as const
  const list = { operation: 'getTagAssets', method: 'GET', path: `/api/tag/${tagId}/assets` } as const
  const jobs = { operation: 'runAssetJobs', method: 'POST', path: '/api/asset/jobs' } as const
  const oauth = { operation: 'generateOAuthConfig', method: 'POST', path: '/api/oauth/config' } as const
  const authorize = { operation: 'authorize', method: 'POST', path: '/api/oauth/authorize' } as const
  const callback = { operation: 'callback', method: 'POST', path: '/api/oauth/callback' } as const
  const logout = { operation: 'logout', method: 'POST', path: '/api/auth/logout' } as const
  const features = { operation: 'features', method: 'GET', path: '/api/server-info/features' } as const

  const is = (status: number, { headers = withKey, body, ...request }: Request): Scenario => ({
    ...request,
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

  /** What goes wrong with every request that has a body, and with one of more than that many bytes. */
  const refused = (request: Request, limit: number): Scenario[] => [
    is(400, { ...request, body: { ...(request.body as object), unknown: true } }),
    is(400, { ...request, body: '{' }),
    is(406, { ...request, headers: { ...withKey, accept: 'text/html' } }),
    is(413, { ...request, body: `"${'a'.repeat(limit)}"` }),
    is(415, { ...request, headers: { ...withKey, 'content-type': 'text/plain' } }),
  ]
  const guarded = (request: Request): Scenario[] => [
    is(401, { ...request, headers: {} }),
    is(401, { ...request, headers: { 'x-api-key': 'nonsense' } }),
  ]

  const album = { ...createAlbum, body: { albumName: 'Summer', assetIds, sharedWithUserIds: [otherUserId] } }
  const once = { ...withKey, 'idempotency-key': idempotencyKey }
  const shared = { ...share, body: { sharedUserIds: [otherUserId] } }
  const queued = { ...jobs, body: { assetIds, name: 'refresh-metadata' } }
  const redirect = { redirectUri: 'http://127.0.0.1/' }
  const described = { ...oauth, body: redirect }
  const begun = { ...authorize, body: redirect }
  const finished = { ...callback, body: { url: 'http://127.0.0.1/?code=x&state=y' } }
  return [
    is(201, album),
    is(201, { ...album, headers: { ...withKey, prefer: 'return=minimal' } }),
    is(201, { ...album, headers: once }),
    is(201, { ...album, headers: once }),
    is(422, { ...album, body: { albumName: 'Winter' }, headers: once }),
    is(400, { ...album, headers: { ...withKey, 'idempotency-key': 'a b' } }),
    is(400, { ...album, body: { albumName: 'Summer', assetIds: [otherUserId] } }),
    is(403, { ...album, headers: { 'x-api-key': narrowApiKey } }),
    ...refused(album, 9_800_000),
    ...guarded(album),
    is(200, shared),
    is(200, { ...shared, headers: { ...withKey, prefer: 'return=minimal' } }),
    is(403, { ...shared, headers: { 'x-api-key': narrowApiKey } }),
    is(400, { ...shared, body: { sharedUserIds: [randomUUID()] } }),
    is(404, { ...shared, path: `/api/album/${randomUUID()}/users` }),
    ...refused(shared, 4_900_000),
    ...guarded(shared),
    is(200, list),
    is(200, { ...list, path: `${list.path}?limit=1` }),
    is(304, { ...list, headers: { ...withKey, 'if-none-match': '*' } }),
    is(400, { ...list, path: '/api/tag/nonsense/assets' }),
    is(400, { ...list, path: `${list.path}?cursor=nonsense` }),
    is(404, { ...list, path: `/api/tag/${randomUUID()}/assets` }),
    is(406, { ...list, headers: { ...withKey, accept: 'text/html' } }),
    ...guarded(list),
    is(204, queued),
    is(204, { ...queued, headers: { ...once, 'idempotency-key': `${idempotencyKey}-jobs` } }),
    is(204, { ...queued, headers: { ...once, 'idempotency-key': `${idempotencyKey}-jobs` } }),
    is(422, {
      ...queued,
      body: { assetIds: [], name: 'refresh-metadata' },
      headers: { ...once, 'idempotency-key': `${idempotencyKey}-jobs` },
    }),
    is(400, { ...queued, body: { assetIds, name: 'develop' } }),
    is(400, { ...queued, body: { assetIds: [otherUserId], name: 'refresh-metadata' } }),
    is(403, { ...queued, headers: { 'x-api-key': narrowApiKey } }),
    ...refused(queued, 4_900_000),
    ...guarded(queued),
    is(201, { ...described, headers: {} }),
    ...refused(described, 33_000),
    is(400, begun),
    ...refused(begun, 33_000),
    is(400, finished),
    ...refused(finished, 132_000),
    is(403, logout),
    ...guarded(logout),
    is(200, { ...features, headers: {} }),
    is(406, { ...features, headers: { accept: 'text/html' } }),
  ]
}

/** Sends a scenario's request to a server, or to what stands before it. */
export const send = (url: string, { method, path, headers, body }: Scenario): Promise<Response> =>
  fetch(url + path, { method, headers, ...(body !== undefined && { body }) })

/** Makes an album that scenarios can share. */
export const addAlbum = async ({ url, apiKey }: Service): Promise<string> => {
  const response = await fetch(`${url}/api/album`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"albumName":"Shared"}',
  })
  const { id } = (await response.json()) as { id: string }
  return id
}
