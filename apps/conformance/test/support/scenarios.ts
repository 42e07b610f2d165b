import { randomUUID } from 'node:crypto'
import { api } from '@media-library/contract'
import { deriveScenarios } from './derived-scenarios.js'
import { asForm } from './form.js'
import { is, type Operation, type Request, type Scenario } from './request.js'
import type { Service } from './service.js'

/**
 * Requests of every operation. What its description does not tell stands here: requests that change something, and those that
 * need a certain library. One that asks for the same thing twice has the answer to the second request in mind. The service has
 * no provider: with one, users sign in in the server's own tests.
 */
export function listScenarios(service: Service & Changing): Scenario[] {
  const { apiKey, otherApiKey, otherUserId, assetIds, tagId, personId, undrawnPersonId } = service
  const { albumId, spareAlbumId, spareDeviceId, keyId, spareKeyId, spareTagId, spareUserId } = service
  const { linkId, linkKey, spareLinkId } = service
  const headers = { 'x-api-key': apiKey }
  const key = randomUUID()
  const once = { ...headers, 'idempotency-key': key }
  const onceMore = { ...headers, 'idempotency-key': `${key}-jobs` }

  const joining = { email: `${key}@example.org`, name: 'Joining', password: 'correct horse' }
  const invited = `invited-${key}@example.org`

  const album: Request = {
    ...toRequest('createAlbum', headers),
    body: { albumName: 'Summer', assetIds, sharedWithUserIds: [otherUserId] },
  }
  const shared: Request = {
    ...toRequest('addUsersToAlbum', headers, albumId),
    body: { sharedUserIds: [otherUserId] },
  }
  const unshared: Request = {
    ...toRequest('removeUserFromAlbum', headers),
    path: `/api/album/${albumId}/user/${otherUserId}`,
  }
  const told = {
    deviceAssetId: key,
    deviceId: 'x',
    fileCreatedAt: '2024-05-06T07:08:09Z',
    fileModifiedAt: '2024-05-06T07:08:09Z',
  }
  const upload = asForm(toRequest('uploadFile', headers), told, `${key}.gif`)
  const content = { id: 'a.jpg', checksum: '00'.repeat(20) }
  const newTag: Request = { ...toRequest('createTag', headers), body: { name: key } }
  const queued: Request = { ...toRequest('runAssetJobs', headers), body: { assetIds, name: 'refresh-metadata' } }
  const shown = toRequest('serveFile', headers, assetIds[2])
  const unmade: Request = { ...shown, path: `${shown.path}?isThumb=true` }
  const visit: Request = { ...toRequest('getMySharedLink', {}), path: `${api.getMySharedLink.path}?key=${linkKey}` }
  const redirect = { redirectUri: 'http://127.0.0.1/' }
  const arrival = { url: 'http://127.0.0.1/?code=x&state=y' }

  const written: Scenario[] = [
    is(201, album),
    is(201, { ...album, headers: { ...headers, prefer: 'return=minimal' } }),
    is(201, { ...album, headers: once }),
    is(201, { ...album, headers: once }),
    is(422, { ...album, body: { albumName: 'Winter' }, headers: once }),
    is(400, { ...album, headers: { ...headers, 'idempotency-key': 'a b' } }),
    is(400, { ...album, body: { albumName: 'Summer', assetIds: [otherUserId] } }),
    is(200, shared),
    is(200, { ...shared, headers: { ...headers, prefer: 'return=minimal' } }),
    is(400, { ...shared, body: { sharedUserIds: [randomUUID()] } }),
    is(204, unshared),
    is(404, unshared),
    is(204, toRequest('deleteAlbum', headers, spareAlbumId)),
    is(200, { ...toRequest('addAssetsToAlbum', headers, albumId), body: { ids: assetIds } }),
    is(200, { ...toRequest('addAssetsToAlbum', headers, albumId), body: { ids: [...assetIds, randomUUID()] } }),
    is(200, { ...toRequest('removeAssetFromAlbum', headers, albumId), body: { ids: [...assetIds, randomUUID()] } }),
    is(200, { ...toRequest('updateAlbumInfo', headers, albumId), body: { albumName: 'Autumn' } }),
    is(400, { ...toRequest('updateAlbumInfo', headers, albumId), body: { albumThumbnailAssetId: randomUUID() } }),
    is(201, { ...toRequest('createSharedLink', headers), body: { type: 'ALBUM', albumId } }),
    is(400, { ...toRequest('createSharedLink', headers), body: { type: 'INDIVIDUAL', assetIds: [otherUserId] } }),
    is(200, visit),
    is(404, { ...visit, path: `${visit.path}x` }),
    is(401, { ...visit, path: api.getMySharedLink.path }),
    is(200, { ...toRequest('updateSharedLink', headers, linkId), body: { description: 'Summer' } }),
    is(200, { ...toRequest('addSharedLinkAssets', headers, linkId), body: { assetIds } }),
    is(200, { ...toRequest('removeSharedLinkAssets', headers, linkId), body: { assetIds: [randomUUID()] } }),
    is(204, toRequest('removeSharedLink', headers, spareLinkId)),
    is(201, newTag),
    is(409, newTag),
    is(200, { ...toRequest('updateTag', headers, tagId), body: {} }),
    is(409, { ...toRequest('updateTag', headers, tagId), body: newTag.body }),
    is(200, { ...toRequest('tagAssets', headers, tagId), body: { assetIds: [...assetIds, randomUUID()] } }),
    is(200, { ...toRequest('untagAssets', headers, tagId), body: { assetIds: [randomUUID()] } }),
    is(204, toRequest('deleteTag', headers, spareTagId)),
    is(200, { ...toRequest('updateAsset', headers, assetIds[0]), body: { isFavorite: false } }),
    is(204, { ...toRequest('updateAssets', headers), body: { ids: assetIds, isArchived: false } }),
    is(400, { ...toRequest('updateAssets', headers), body: { ids: [otherUserId] } }),
    is(204, { ...toRequest('deleteAssets', headers), body: { ids: [] } }),
    is(400, { ...toRequest('deleteAssets', headers), body: { ids: [otherUserId], force: true } }),
    is(204, { ...toRequest('restoreAssets', headers), body: { ids: assetIds } }),
    is(400, { ...toRequest('restoreAssets', headers), body: { ids: [otherUserId] } }),
    is(204, toRequest('restoreTrash', { 'x-api-key': otherApiKey })),
    is(204, toRequest('emptyTrash', { 'x-api-key': otherApiKey })),
    is(200, { ...toRequest('updatePerson', headers, personId), body: { name: 'Ada', birthDate: null } }),
    is(400, { ...toRequest('updatePerson', headers, personId), body: { featureFaceAssetId: otherUserId } }),
    is(200, {
      ...toRequest('updatePeople', headers),
      body: { people: [{ id: personId, isHidden: false }, { id: otherUserId }] },
    }),
    is(201, { ...toRequest('mergePerson', headers, personId), body: { ids: [personId, otherUserId] } }),
    is(201, upload),
    is(200, upload),
    is(200, { ...toRequest('checkBulkUpload', headers), body: { assets: [content] } }),
    is(204, queued),
    is(204, { ...queued, headers: onceMore }),
    is(204, { ...queued, headers: onceMore }),
    is(422, { ...queued, body: { assetIds: [], name: 'refresh-metadata' }, headers: onceMore }),
    is(400, { ...queued, body: { assetIds, name: 'develop' } }),
    is(400, { ...queued, body: { assetIds: [otherUserId], name: 'refresh-metadata' } }),
    is(201, { ...toRequest('generateOAuthConfig', {}), body: redirect }),
    is(400, { ...toRequest('authorize', headers), body: redirect }),
    is(400, { ...toRequest('finishSignIn', headers), body: arrival }),
    is(200, toRequest('logout', headers)),
    is(201, toRequest('signInWithKey', headers)),
    is(204, toRequest('logoutAuthDevice', headers, spareDeviceId)),
    is(204, toRequest('logoutAuthDevices', { 'x-api-key': otherApiKey })),
    is(201, { ...toRequest('createApiKey', headers), body: { scopes: ['tag.read'], expiresAt: '2099-01-01' } }),
    is(400, { ...toRequest('createApiKey', headers), body: { expiresAt: '2024-01-01' } }),
    is(200, { ...toRequest('updateApiKey', headers, keyId), body: { name: key } }),
    is(204, toRequest('deleteApiKey', headers, spareKeyId)),
    is(201, { ...toRequest('createUser', headers), body: joining }),
    is(409, { ...toRequest('createUser', headers), body: joining }),
    is(201, { ...toRequest('login', {}), body: { email: joining.email, password: joining.password } }),
    is(401, { ...toRequest('login', {}), body: { email: joining.email, password: 'wrong horse' } }),
    is(200, {
      ...toRequest('changePassword', headers),
      body: { password: 'correct horse', newPassword: 'correct horse' },
    }),
    is(401, { ...toRequest('changePassword', headers), body: { newPassword: 'correct horse' } }),
    is(200, toRequest('validateAccessToken', headers)),
    is(403, { ...toRequest('signUpAdmin', {}), body: joining }),
    is(200, { ...toRequest('updateUser', headers), body: { id: spareUserId, name: 'Renamed' } }),
    is(409, { ...toRequest('updateUser', headers), body: { id: spareUserId, email: joining.email } }),
    is(201, { ...toRequest('createInvitation', headers), body: { email: invited, name: 'Invited' } }),
    is(409, { ...toRequest('createInvitation', headers), body: { email: invited, name: 'Invited' } }),
    is(201, toRequest('renewInvitation', headers, spareUserId)),
    is(204, toRequest('deleteInvitation', headers, spareUserId)),
    is(404, toRequest('deleteInvitation', headers, spareUserId)),
    is(200, { ...toRequest('deleteUser', headers, spareUserId), body: {} }),
    is(201, toRequest('restoreUser', headers, spareUserId)),
    is(400, { ...toRequest('signInWithCode', {}), body: { code: 'unknown' } }),
    is(200, toRequest('features', {})),
    is(404, toRequest('getAssetThumbnail', headers, assetIds[2])),
    is(404, unmade),
    is(404, toRequest('getPersonThumbnail', headers, undrawnPersonId)),
    is(201, { ...toRequest('getDownloadInfo', headers), body: { assetIds } }),
    is(404, { ...toRequest('getDownloadInfo', headers), body: { albumId: randomUUID() } }),
    is(200, { ...toRequest('downloadArchive', headers), body: { assetIds } }),
    is(200, {
      ...toRequest('updateStackParent', headers),
      body: { newParentId: assetIds[0], oldParentId: assetIds[0] },
    }),
    is(400, {
      ...toRequest('updateStackParent', headers),
      body: { newParentId: otherUserId, oldParentId: otherUserId },
    }),
    is(200, { ...toRequest('checkExistingAssets', headers), body: { deviceId: 'x', deviceAssetIds: [key] } }),
    is(200, { ...toRequest('searchMetadata', headers), body: { size: 1 } }),
    is(400, { ...toRequest('downloadArchive', headers), body: { assetIds: [randomUUID()] } }),
    is(200, toRequest('downloadFileByPost', headers, assetIds[0])),
    is(412, {
      ...toRequest('downloadFileByPost', headers, assetIds[0]),
      headers: { ...headers, 'if-match': '"other"' },
    }),
  ]
  const operations = Object.keys(api) as Operation[]
  return [
    ...written,
    ...operations.filter((name) => name !== 'getMySharedLink').flatMap((name) => deriveScenarios(name, service)),
  ]
}

/**
 * The objects that scenarios change: an album, a key and a link, and an album, a tag, a session, a user, a key and a link that one of them
 * deletes.
 */
export interface Changing {
  albumId: string
  spareAlbumId: string
  spareDeviceId: string
  keyId: string
  spareKeyId: string
  spareTagId: string
  spareUserId: string
  linkId: string
  linkKey: string
  spareLinkId: string
}

/** Creates the objects that scenarios change. */
export async function addChanging(service: Service): Promise<Changing> {
  const albumId = await create(service, '/api/album', { albumName: 'Shared' })
  const spareAlbumId = await create(service, '/api/album', { albumName: 'Spare' })
  const spareTagId = await create(service, '/api/tag', { name: randomUUID() })
  const [keyId, spareKeyId] = [await makeKey(service), await makeKey(service)]
  const joining = { email: `${randomUUID()}@example.org`, name: 'Spare', password: 'correct horse' }
  const spareUserId = await create(service, '/api/user', joining)
  const chosen = { type: 'INDIVIDUAL', assetIds: service.assetIds }
  const link = await post<{ id: string; key: string }>(service, '/api/shared-link', chosen)
  const links = { linkId: link.id, linkKey: link.key, spareLinkId: await create(service, '/api/shared-link', chosen) }
  const keys = { keyId, spareKeyId }
  return { albumId, spareAlbumId, spareDeviceId: await signIn(service), ...keys, spareTagId, spareUserId, ...links }
}

/** Creates a session, and returns its id. */
async function signIn({ url, apiKey }: Service): Promise<string> {
  const answer = await fetch(`${url}/api/auth/key`, { method: 'POST', headers: { 'x-api-key': apiKey } })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const listed = await fetch(`${url}/api/auth/devices`, { headers: { authorization: `Bearer ${accessToken}` } })
  const devices = (await listed.json()) as { id: string; current: boolean }[]
  return devices.find(({ current }) => current)?.id ?? ''
}

/** Creates a key that nobody uses, and returns its id. */
async function makeKey(service: Service): Promise<string> {
  const { apiKey } = await post<{ apiKey: { id: string } }>(service, '/api/api-key', { scopes: ['tag.read'] })
  return apiKey.id
}

async function create(service: Service, path: string, body: object): Promise<string> {
  const { id } = await post<{ id: string }>(service, path, body)
  return id
}

async function post<Answer>({ url, apiKey }: Service, path: string, body: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer
}

function toRequest(operation: Operation, headers: Record<string, string>, id = ''): Request {
  const { method, path } = api[operation]
  return { operation, method, path: path.replace(':id', id).replace(':userId', 'me'), headers }
}
