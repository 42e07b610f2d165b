import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { makePlainVideo } from '../fixtures/plain-video.js'
import { nestedXmp } from '../fixtures/xmp.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { upload } from '../support/uploads/upload.js'

// What immich-go sends, field by field: github.com/simulot/immich-go, `immich/*.go` of the tags 0.4.0, 0.8.0, 0.9.0, 0.9.12, 0.11.0 and
// 0.16.0. A search for paths and fields found no others in the tags between them. The program itself was not run. 0.10 lists by `GET /assets` of Immich 1.94,
// and from 0.17 on, it calls paths of Immich 1.106, such as /assets and /users/me. It sends no tags.

const { server } = await openFileLibrary()

const place = { latitude: 38.7, longitude: -9.1 }

async function makeMotion() {
  const path = join(await makeFolder(), 'a.mov')
  await makePlainVideo(path, 1)
  return readFile(path)
}

/**
 * How the versions differ. The older list all assets, the newer search for them. `type` is that of the part with the file. Those from 0.8.4 to
 * 0.9 send the video of a live photo with it.
 */
const versions = [
  { version: '0.4 to 0.7', isSearching: false, type: 'image/jpeg', isLive: false, change: null, stack: null },
  { version: '0.8', isSearching: false, type: 'image/jpeg', isLive: false, change: null, stack: {} },
  { version: '0.9', isSearching: false, type: 'image/jpeg', isLive: true, change: place, stack: place },
  // GetAssetByID decodes the answer of a search as an asset, which leaves the place empty.
  {
    version: '0.11 to 0.16',
    isSearching: true,
    type: 'image',
    isLive: false,
    change: { ...place, description: 'By the lake' },
    stack: { latitude: 0, longitude: 0 },
  },
]

test.each(versions)(
  'what immich-go $version sends uploads with an album, stacks and finds what is there',
  async (way) => {
    const { apiKey } = await createUser(server.database)
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await send(server, `/api${path}`, {
        method,
        apiKey,
        body,
        headers: { accept: 'application/json' },
      })
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
          assetData: new File([new Uint8Array(content)], name, { type: way.type }),
          ...(way.isLive && {
            livePhotoData: new File([new Uint8Array(await makeMotion())], name.replace('.jpg', '.MOV'), {
              type: 'application/binary',
            }),
          }),
          sidecarData: new File([nestedXmp(4)], `${name}.xmp`, { type: 'application/xml' }),
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
    const motions = found.map(({ livePhotoVideoId }: { livePhotoVideoId: string | null }) => livePhotoVideoId !== null)
    expect(motions).toEqual([way.isLive, way.isLive])
    expect(await ask('GET', '/album')).toEqual([])
    const album = await ask('POST', '/album', { albumName: 'Lake', assetIds: [first] })
    expect(await ask('PUT', `/album/${album.id}/assets`, { ids: [first, second] })).toEqual([
      { id: first, success: false, error: 'duplicate' },
      { id: second, success: true },
    ])
    expect((await ask('GET', `/album/${album.id}`)).assets).toHaveLength(2)
    expect(await ask('GET', `/album?assetId=${second}`)).toMatchObject([{ id: album.id }])
    if (way.change) {
      const changed = { isArchived: false, isFavorite: true, ...way.change }
      expect(await ask('PUT', `/asset/${first}`, changed)).toMatchObject({ id: first, isFavorite: true })
    }
    if (way.isSearching) await ask('POST', '/search/metadata', { withExif: true, isVisible: true, id: first })
    else expect(await ask('GET', `/asset/assetById/${first}`)).toMatchObject({ id: first })
    if (way.stack) {
      const stacked = { ids: [second], isArchived: false, isFavorite: true, ...way.stack, removeParent: false }
      await ask('PUT', '/asset', { ...stacked, stackParentId: first })
      expect(await ask('GET', `/asset/assetById/${second}`)).toMatchObject({ stackParentId: first })
    }
    await ask('DELETE', '/asset', { force: false, ids: [second] })
    await ask('DELETE', `/album/${album.id}`)
  },
)
