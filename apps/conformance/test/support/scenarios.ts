import { randomUUID } from 'node:crypto'
import type { contract } from '@media-library/contract'
import type { Service } from './service.js'

/** A request of an operation, and the status that answers it. */
export interface Scenario {
  operation: keyof typeof contract
  status: number
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Request = Pick<Scenario, 'operation' | 'method' | 'path'> & { headers?: Record<string, string>; body?: unknown }

/** One that asks for the same thing twice has the answer to the second request in mind. */
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

  const is = (status: number, { headers = withKey, body, ...request }: Request): Scenario => ({
    ...request,
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

  /** What goes wrong with every request that has a body. */
  const refused = (request: Request): Scenario[] => [
    is(400, { ...request, body: { ...(request.body as object), unknown: true } }),
    is(400, { ...request, body: '{' }),
    is(406, { ...request, headers: { ...withKey, accept: 'text/html' } }),
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
  const described = { ...oauth, body: { redirectUri: 'http://127.0.0.1/' } }
  return [
    is(201, album),
    is(201, { ...album, headers: { ...withKey, prefer: 'return=minimal' } }),
    is(201, { ...album, headers: once }),
    is(201, { ...album, headers: once }),
    is(400, { ...album, body: { albumName: 'Summer', assetIds: [otherUserId] } }),
    is(403, { ...album, headers: { 'x-api-key': narrowApiKey } }),
    ...refused(album),
    ...guarded(album),
    is(200, shared),
    is(200, { ...shared, headers: { ...withKey, prefer: 'return=minimal' } }),
    is(403, { ...shared, headers: { 'x-api-key': narrowApiKey } }),
    is(404, { ...shared, path: `/api/album/${randomUUID()}/users` }),
    ...refused(shared),
    ...guarded(shared),
    is(200, list),
    is(200, { ...list, path: `${list.path}?limit=1` }),
    is(400, { ...list, path: '/api/tag/nonsense/assets' }),
    is(404, { ...list, path: `/api/tag/${randomUUID()}/assets` }),
    is(406, { ...list, headers: { ...withKey, accept: 'text/html' } }),
    ...guarded(list),
    is(204, queued),
    is(204, { ...queued, headers: { ...once, 'idempotency-key': `${idempotencyKey}-jobs` } }),
    is(204, { ...queued, headers: { ...once, 'idempotency-key': `${idempotencyKey}-jobs` } }),
    is(400, { ...queued, body: { assetIds, name: 'develop' } }),
    is(403, { ...queued, headers: { 'x-api-key': narrowApiKey } }),
    ...refused(queued),
    ...guarded(queued),
    is(201, { ...described, headers: {} }),
    ...refused(described),
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
