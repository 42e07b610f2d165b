import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { makeFile, upload } from '../support/uploads/upload.js'

// What immich-go sends, field by field: github.com/simulot/immich-go, `immich/*.go` of the tags 0.4.0, 0.9.0, 0.11.0 and 0.16.0.
// From 0.17.0 on, it calls paths of Immich 1.106, such as /assets and /users/me.

const { server } = await openFileLibrary()

/** How the versions differ. The older list all assets, the newer search for them. */
const versions = [
  { version: '0.4.0 to 0.7', isSearching: false, description: {} },
  { version: '0.8 to 0.10', isSearching: false, description: { description: 'By the lake' } },
  { version: '0.11 to 0.16', isSearching: true, description: { description: 'By the lake' } },
]

test.each(versions)('immich-go $version uploads with an album, stacks and finds what is there', async (way) => {
  const { apiKey } = await createUser(server.database)
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await send(server, `/api${path}`, { method, apiKey, body, headers: { accept: 'application/json' } })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const listAll = async () => {
    if (!way.isSearching) return ask('GET', '/asset')
    const found = []
    // `nextPage` is a number in quotation marks, or null.
    for (let page = 1; page !== 0; ) {
      const { assets } = await ask('POST', '/search/metadata', { page, withExif: true, isVisible: true })
      found.push(...assets.items)
      page = Number(assets.nextPage ?? 0)
    }
    return found
  }
  const send1 = async (name: string) => {
    const content = await makeJpeg()
    const answer = await upload(
      server,
      { apiKey },
      {
        deviceAssetId: `${name}-${content.length}`,
        deviceId: 'gl65',
        assetType: 'IMAGE',
        fileCreatedAt: '2023-10-04T10:00:00+02:00',
        fileModifiedAt: '2023-10-05T10:00:00Z',
        isFavorite: 'false',
        fileExtension: '.jpg',
        duration: '00:00:00.000000',
        isReadOnly: 'false',
        assetData: makeFile(content, name),
      },
    )
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String), duplicate: false } })
    return answer.body.id as string
  }

  expect(await ask('GET', '/server-info/ping')).toEqual({ res: 'pong' })
  expect(await ask('GET', '/user/me')).toMatchObject({ email: expect.any(String), isAdmin: false })
  if (way.isSearching) {
    expect(await ask('GET', '/server-info/media-types')).toMatchObject({ image: expect.arrayContaining(['.jpg']) })
    expect(await ask('GET', '/server-info/statistics')).toMatchObject({ photos: 0, videos: 0, usage: 0 })
    expect(await ask('GET', '/asset/statistics')).toEqual({ images: 0, videos: 0, total: 0 })
  }
  expect(await listAll()).toEqual([])
  const [first, second] = [await send1('a.jpg'), await send1('b.jpg')]
  const found = await listAll()
  expect(found.map(({ originalFileName }: { originalFileName: string }) => originalFileName).sort()).toEqual([
    'a.jpg',
    'b.jpg',
  ])
  expect(await ask('GET', '/album')).toEqual([])
  const album = await ask('POST', '/album', { albumName: 'Lake', assetIds: [first] })
  expect(await ask('PUT', `/album/${album.id}/assets`, { ids: [first, second] })).toEqual([
    { id: first, success: false, error: 'duplicate' },
    { id: second, success: true },
  ])
  expect((await ask('GET', `/album/${album.id}`)).assets).toHaveLength(2)
  expect(await ask('GET', `/album?assetId=${second}`)).toMatchObject([{ id: album.id }])
  const changed = { isArchived: false, isFavorite: true, ...way.description, latitude: 38.7, longitude: -9.1 }
  expect(await ask('PUT', `/asset/${first}`, changed)).toMatchObject({ id: first, isFavorite: true })
  if (way.isSearching) await ask('POST', '/search/metadata', { withExif: true, isVisible: true, id: first })
  const stacked = {
    ids: [second],
    isArchived: false,
    isFavorite: true,
    latitude: 38.7,
    longitude: -9.1,
    removeParent: false,
  }
  await ask('PUT', '/asset', { ...stacked, stackParentId: first })
  expect(await ask('GET', `/asset/assetById/${second}`)).toMatchObject({ stackParentId: first })
  await ask('DELETE', '/asset', { force: false, ids: [second] })
  await ask('DELETE', `/album/${album.id}`)
})
