import type * as sdk from '@immich/sdk'
import type * as contract from '@media-library/contract'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { startTestProvider } from '../support/sign-in/openid-provider.js'
import { signInBy } from '../support/sign-in/sign-in.js'
import { makeFile, upload } from '../support/uploads/upload.js'

// What Immich's app for phones sends, as far as these files of github.com/immich-app/immich tell. Their releases are not known; they send
// `x-immich-user-token`. In `mobile/lib/shared/services`: `api.service.dart` (90a7f168), `asset.service.dart` (8bd90669),
// `user.service.dart` (e854f14b) and `server_info.service.dart` (60288cd0); in `mobile/lib/modules`: a part of
// `backup/services/backup.service.dart` (a364b41d), `album/services/album.service.dart` (f057fe04) and `login/services/oauth.service.dart`
// (38b94511); and `mobile/lib/utils/image_url_builder.dart` (0d0866d5). The order, the sign-in by `authorize`, the sign-out, the trash
// and the change of several assets are assumed. The app itself was not run.

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

/** The fields of a type of the SDK that are neither optional nor nullable: the decoder of the same release fails without them. */
type Required<Answer> = {
  [Field in keyof Answer as null extends Answer[Field] ? never : undefined extends Answer[Field] ? never : Field]: Kind<
    Answer[Field]
  >
}

/** Text that is one of a list is so in the app; what it holds of lists and objects is decoded by itself. */
type Kind<Value> = Value extends string
  ? `${Value}`
  : Value extends readonly unknown[]
    ? unknown[]
    : Value extends object
      ? object
      : Value

test('what the service answers has each field that the app decodes', () => {
  expectTypeOf<contract.User>().toExtend<Required<sdk.UserResponseDto>>()
  expectTypeOf<contract.Asset>().toExtend<Required<sdk.AssetResponseDto>>()
  expectTypeOf<contract.Album>().toExtend<Required<sdk.AlbumResponseDto>>()
  expectTypeOf<contract.Login>().toExtend<Required<sdk.LoginResponseDto>>()
  expectTypeOf<contract.ServerConfig>().toExtend<Required<sdk.ServerConfigDto>>()
  expectTypeOf<contract.ServerFeatures>().toExtend<Required<sdk.ServerFeaturesDto>>()
  expectTypeOf<contract.ServerVersion>().toExtend<Required<sdk.ServerVersionResponseDto>>()
  expectTypeOf<contract.ServerInfo>().toExtend<Required<sdk.ServerInfoResponseDto>>()
  expectTypeOf<contract.AuditDeletes>().toExtend<Required<sdk.AuditDeletesResponseDto>>()
  expectTypeOf<contract.ExistingAssets>().toExtend<Required<sdk.CheckExistingAssetsResponseDto>>()
  expectTypeOf<contract.UploadResult>().toExtend<Required<sdk.AssetFileUploadResponseDto>>()
})

test('what the phone app of Immich sends starts, signs in, synchronises, backs up and shows', async () => {
  // At start: where the API is, whether there is a server, and what the login page shows. An address that ends with /api is taken as it is.
  expect((await fetch(`${server.url}/api/.well-known/immich`)).ok).toBe(false)
  expect(await ask('GET', '/.well-known/immich')).toEqual({ api: { endpoint: '/api' } })
  await ask('GET', '/api/server-info/config')
  await ask('GET', '/api/server-info/features')
  await ask('GET', '/api/server-info/version')
  expect(await ask('GET', '/api/server-info/ping')).toEqual({ res: 'pong' })

  // Sign-in.
  const { url } = await ask('POST', '/api/oauth/authorize', { body: { redirectUri: APP } })
  const { accessToken: token } = await ask('POST', '/api/oauth/callback', { body: { url: await followTo(APP, url) } })
  const ada = await ask('GET', '/api/user/me', { token })

  // Synchronisation: users, partners, changes, all assets in chunks, albums.
  await ask('GET', '/api/user?isAll=true', { token })
  for (const direction of ['shared-by', 'shared-with'])
    expect(await ask('GET', `/api/partner?direction=${direction}`, { token })).toEqual([])
  const since = encodeURIComponent('2024-05-06T07:08:09.123456Z')
  const deletes = await ask('GET', `/api/audit/deletes?after=${since}&entityType=ASSET&userId=${ada.id}`, { token })
  expect(deletes.needsFullSync).toBe(true)

  // Backup.
  await ask('GET', '/api/server-info', { token })
  const candidates = { deviceId: 'phone', deviceAssetIds: ['1', '2'] }
  await ask('POST', '/api/asset/exist', { token, body: candidates })
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
  const { id } = stored.body
  expect(await ask('POST', '/api/asset/exist', { token, body: candidates })).toEqual({ existingIds: ['1'] })
  expect(await ask('GET', '/api/asset/device/phone', { token })).toEqual(['1'])

  // What it synchronises and shows then.
  const until = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
  const assets = await ask('GET', `/api/asset?userId=${ada.id}&skip=0&take=5000&updatedBefore=${until}`, { token })
  expect(assets).toHaveLength(1)
  const trip = { albumName: 'Trip', assetIds: [id], sharedWithUserIds: [] }
  const album = await ask('POST', '/api/album', { token, body: trip })
  for (const path of ['/api/album', '/api/album?shared=true', `/api/album/${album.id}`, `/api/asset/${id}`])
    await ask('GET', path, { token })
  const original = await fetch(`${server.url}/api/asset/file/${id}?isThumb=false`, {
    headers: { 'x-immich-user-token': token },
  })
  expect([original.status, Buffer.from(await original.arrayBuffer()).equals(photo)]).toEqual([200, true])
  await ask('PUT', `/api/asset/${id}`, { token, body: { isFavorite: true } })
  await ask('PUT', '/api/asset', { token, body: { ids: [id], isFavorite: true } })
  await ask('DELETE', '/api/asset', { token, body: { ids: [id], force: false } })
  expect(await ask('GET', `/api/asset?userId=${ada.id}&skip=0&take=5000`, { token })).toMatchObject([
    { id, isTrashed: true },
  ])
  await ask('POST', '/api/trash/restore/assets', { token, body: { ids: [id] } })
  expect(await ask('POST', '/api/auth/logout', { token })).toMatchObject({ successful: true })
})
