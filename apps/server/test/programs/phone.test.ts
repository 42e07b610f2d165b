import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { startTestProvider } from '../support/sign-in/openid-provider.js'
import { signInBy } from '../support/sign-in/sign-in.js'
import { makeFile, upload } from '../support/uploads/upload.js'

// What Immich's app for phones sends, in its order: github.com/immich-app/immich, `mobile/lib/shared/services` and
// `mobile/lib/modules/backup/services` of 1.90 to 1.100, and which fields its decoder requires: those that `mobile/openapi/lib/model` reads
// with `!`, which are those that the types of `@immich/sdk` 1.100.0 call neither optional nor nullable.

/** The fields without which the app cannot decode an answer, each with its type in Dart; text in quotation marks is an enum's. */
const REQUIRED = {
  User: `avatarColor:'primary|pink|red|yellow|blue|green|purple|orange|gray|amber' createdAt:date email:string id:string isAdmin:bool
    name:string oauthId:string profileImagePath:string shouldChangePassword:bool status:'active|removing|deleted' updatedAt:date`,
  Asset: `checksum:string deviceAssetId:string deviceId:string duration:string fileCreatedAt:date fileModifiedAt:date hasMetadata:bool
    id:string isArchived:bool isExternal:bool isFavorite:bool isOffline:bool isReadOnly:bool isTrashed:bool libraryId:string
    localDateTime:date originalFileName:string originalPath:string ownerId:string resized:bool type:'IMAGE|VIDEO|AUDIO|OTHER'
    updatedAt:date`,
  Album: `albumName:string assetCount:int assets:list createdAt:date description:string hasSharedLink:bool id:string
    isActivityEnabled:bool owner:map ownerId:string shared:bool sharedUsers:list updatedAt:date`,
  Login: `accessToken:string isAdmin:bool name:string profileImagePath:string shouldChangePassword:bool userEmail:string userId:string`,
  Config: `externalDomain:string isInitialized:bool isOnboarded:bool loginPageMessage:string oauthButtonText:string trashDays:int
    userDeleteDelay:int`,
  Features: `configFile:bool facialRecognition:bool map:bool oauth:bool oauthAutoLaunch:bool passwordLogin:bool reverseGeocoding:bool
    search:bool sidecar:bool smartSearch:bool trash:bool`,
  Version: 'major:int minor:int patch:int',
  Disk: `diskAvailable:string diskAvailableRaw:int diskSize:string diskSizeRaw:int diskUsagePercentage:num diskUse:string diskUseRaw:int`,
  Deletes: 'ids:list needsFullSync:bool',
  Existing: 'existingIds:list',
  Upload: 'duplicate:bool id:string',
}

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: Number.isInteger,
  num: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  list: Array.isArray,
  map: (value) => typeof value === 'object' && value !== null,
}

/** Decodes an answer as the app does. Throws with the fields that it would miss. */
function decode<Body extends object>(name: keyof typeof REQUIRED, body: Body): Body {
  const faulty = REQUIRED[name].split(/\s+/).filter((rule) => {
    const [field = '', type = ''] = rule.split(':')
    const value = (body as Record<string, unknown>)[field]
    return !(types[type]?.(value) ?? type.slice(1, -1).split('|').includes(String(value)))
  })
  expect([name, faulty]).toEqual([name, []])
  return body
}

const APP = 'app.immich:/'
const provider = await startTestProvider()
afterAll(() => provider.stop())
const { server } = await openFileLibrary(signInBy(provider, { OAUTH_REDIRECT_URIS: APP, OAUTH_AUTO_REGISTER: 'true' }))

async function ask(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}`, 'x-immich-user-token': token }),
  }
  const answer = await send(server, path, { method, headers, body })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

test('the phone app of Immich 1.100 starts, signs in, synchronises, backs up and shows', async () => {
  // At start: what the login page shows.
  decode('Config', await ask('GET', '/api/server-info/config'))
  decode('Features', await ask('GET', '/api/server-info/features'))
  decode('Version', await ask('GET', '/api/server-info/version'))
  expect(await ask('GET', '/api/server-info/ping')).toEqual({ res: 'pong' })

  // Sign-in.
  const { url } = await ask('POST', '/api/oauth/authorize', { body: { redirectUri: APP } })
  const { accessToken: token } = decode(
    'Login',
    await ask('POST', '/api/oauth/callback', { body: { url: await followTo(APP, url) } }),
  )
  const ada = decode('User', await ask('GET', '/api/user/me', { token }))

  // Synchronisation: users, partners, changes, all assets in chunks, albums.
  for (const user of await ask('GET', '/api/user?isAll=false', { token })) decode('User', user)
  for (const direction of ['shared-by', 'shared-with'])
    expect(await ask('GET', `/api/partner?direction=${direction}`, { token })).toEqual([])
  const since = encodeURIComponent('2024-05-06T07:08:09.123456Z')
  const deletes = await ask('GET', `/api/audit/deletes?after=${since}&entityType=ASSET&userId=${ada.id}`, { token })
  expect(decode('Deletes', deletes).needsFullSync).toBe(true)

  // Backup.
  decode('Disk', await ask('GET', '/api/server-info', { token }))
  const candidates = { deviceId: 'phone', deviceAssetIds: ['1', '2'] }
  decode('Existing', await ask('POST', '/api/asset/exist', { token, body: candidates }))
  const photo = await makeJpeg()
  const told = {
    deviceAssetId: '1',
    deviceId: 'phone',
    fileCreatedAt: '2024-05-06T07:08:09.123456Z',
    fileModifiedAt: '2024-05-06T07:08:09.000Z',
    isFavorite: 'false',
    duration: '0:00:00.000000',
  }
  const form = () =>
    upload(
      server,
      { apiKey: undefined },
      { ...told, assetData: makeFile(photo, 'IMG_1.jpg') },
      { headers: { 'x-immich-user-token': token } },
    )
  const stored = await form()
  const again = await form()
  expect([stored.status, again.status]).toEqual([201, 200])
  const { id } = decode('Upload', stored.body)
  decode('Upload', again.body)
  expect(await ask('POST', '/api/asset/exist', { token, body: candidates })).toEqual({ existingIds: ['1'] })
  expect(await ask('GET', '/api/asset/device/phone', { token })).toEqual(['1'])

  // What it synchronises and shows then.
  const until = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
  const assets = await ask('GET', `/api/asset?userId=${ada.id}&skip=0&take=10000&updatedBefore=${until}`, { token })
  for (const asset of assets) decode('Asset', asset)
  expect(assets).toHaveLength(1)
  const album = decode(
    'Album',
    await ask('POST', '/api/album', { token, body: { albumName: 'Trip', assetIds: [id], sharedWithUserIds: [] } }),
  )
  for (const path of ['/api/album', '/api/album?shared=true'])
    for (const each of await ask('GET', path, { token })) decode('Album', each)
  decode('Asset', decode('Album', await ask('GET', `/api/album/${album.id}`, { token })).assets[0])
  decode('Asset', await ask('GET', `/api/asset/${id}`, { token }))
  const original = await fetch(`${server.url}/api/asset/file/${id}?isThumb=false&isWeb=false`, {
    headers: { 'x-immich-user-token': token },
  })
  expect([original.status, Buffer.from(await original.arrayBuffer()).equals(photo)]).toEqual([200, true])
  await ask('PUT', '/api/asset', { token, body: { ids: [id], isFavorite: true } })
  await ask('DELETE', '/api/asset', { token, body: { ids: [id], force: false } })
  expect(await ask('GET', `/api/asset?userId=${ada.id}&skip=0&take=10000`, { token })).toMatchObject([
    { id, isTrashed: true },
  ])
  await ask('POST', '/api/trash/restore/assets', { token, body: { ids: [id] } })
  expect(await ask('POST', '/api/auth/logout', { token })).toMatchObject({ successful: true })
})
