import { randomBytes } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { makeJpeg, makeTiff } from '../../fixtures/photo.js'
import { createKey, createUser } from '../../support/database/factories.js'
import { load, openFileLibrary } from '../../support/http/file-library.js'

const { server, addFile, addDerived } = await openFileLibrary()
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)
const eve = await createUser(database)

const thumbnail = Buffer.from('a thumbnail')
const preview = Buffer.from('a preview')
const playable = Buffer.from('an MP4')

async function addPhoto(content: Uint8Array, name = 'photo.jpg') {
  const asset = await addFile(ada, content, { name, resized: true })
  await addDerived(asset, 'webp', thumbnail)
  await addDerived(asset, 'jpeg', preview)
  return asset
}

function share(assetId: string) {
  return database.album.create({
    data: {
      ownerId: ada.id,
      albumName: 'Shared',
      assets: { create: { assetId } },
      sharedUsers: { create: { userId: ben.id } },
    },
  })
}

function pathsOf({ id }: { id: string }) {
  return [`/asset/thumbnail/${id}`, `/asset/file/${id}`, `/download/asset/${id}`]
}

describe('a thumbnail', () => {
  test.each<[string, Buffer, string, string]>([
    ['', thumbnail, 'image/webp', 'webp'],
    ['?format=WEBP', thumbnail, 'image/webp', 'webp'],
    ['?format=JPEG', preview, 'image/jpeg', 'jpeg'],
  ])('F2 %s is the picture of that format', async (query, content, type, ending) => {
    const asset = await addPhoto(await makeJpeg())

    const { status, headers, bytes } = await load(server, `/asset/thumbnail/${asset.id}${query}`, ada)

    expect(status).toBe(200)
    expect(bytes.equals(content)).toBe(true)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(`inline; filename=photo.${ending}`)
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test('F5 has another ETag when it was made again, and supports ranges and HEAD', async () => {
    const asset = await addPhoto(await makeJpeg())
    const path = `/asset/thumbnail/${asset.id}`
    const etagOf = async () => (await load(server, path, ada, { method: 'HEAD' })).headers.get('etag') as string
    const before = await etagOf()
    const known = { headers: { 'if-none-match': before } }

    expect((await load(server, path, ada, known)).status).toBe(304)
    expect((await load(server, path, ada, { headers: { range: 'bytes=2-4' } })).bytes).toEqual(thumbnail.subarray(2, 5))

    await addDerived(asset, 'webp', Buffer.from('another one'))

    expect(await etagOf()).not.toBe(before)
    expect((await load(server, path, ada, known)).status).toBe(200)
  })

  test.each<['queued' | 'running' | 'failed' | 'skipped' | null, string | null]>([
    ['queued', '2'],
    ['running', '2'],
    ['failed', null],
    ['skipped', null],
    [null, null],
  ])('F3 whose job is %s is not generated, and Retry-After is %s', async (state, retryAfter) => {
    const asset = await addFile(ada, await makeJpeg())
    if (state) await database.assetJob.create({ data: { assetId: asset.id, name: 'regenerate-thumbnail', state } })

    const { status, code, headers } = await load(server, `/asset/thumbnail/${asset.id}`, ada)

    expect([status, code, headers.get('retry-after')]).toEqual([404, 'not_generated', retryAfter])
  })

  test('F3 is not made by the other jobs of its asset', async () => {
    const asset = await addFile(ada, await makeJpeg())
    for (const name of ['refresh-metadata', 'transcode-video']) {
      await database.assetJob.create({ data: { assetId: asset.id, name, state: 'queued' } })
    }

    const answers = [`/asset/thumbnail/${asset.id}`, `/asset/file/${asset.id}?isThumb=true`].map((path) =>
      load(server, path, ada),
    )

    for (const { code, headers } of await Promise.all(answers)) {
      expect([code, headers.get('retry-after')]).toEqual(['not_generated', null])
    }
  })

  test('F3 of a photo whose content has changed is not the old one', async () => {
    const asset = await addPhoto(await makeJpeg())
    await database.asset.update({ where: { id: asset.id }, data: { resized: false } })

    expect(await load(server, `/asset/thumbnail/${asset.id}`, ada)).toMatchObject({ code: 'not_generated' })
  })
})

describe('what a browser shows', () => {
  test('F2 of a JPEG is the original', async () => {
    const content = await makeJpeg()
    const asset = await addPhoto(content)

    const { headers, bytes } = await load(server, `/asset/file/${asset.id}`, ada)

    expect(bytes.equals(content)).toBe(true)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('content-disposition')).toBe('inline; filename=photo.jpg')
  })

  test('F5 an original has its checksum as its ETag, whatever the sizes of other files', async () => {
    const contents = [await makeJpeg(), Buffer.concat([await makeJpeg(), randomBytes(100)])]
    const assets = await Promise.all(
      contents.map((content) => addFile(ada, content, { exif: { create: { fileSizeInByte: content.length } } })),
    )

    const etags = assets.map(async ({ id }) => (await load(server, `/asset/file/${id}`, ada)).headers.get('etag'))

    expect(await Promise.all(etags)).toEqual(
      assets.map(({ checksum }) => `"${Buffer.from(checksum).toString('base64')}"`),
    )
  })

  test('F2 of a photo in another format is its preview, unless the original is requested', async () => {
    const content = await makeTiff()
    const asset = await addPhoto(content, 'photo.jpg')
    const path = `/asset/file/${asset.id}`

    expect((await load(server, path, ada)).bytes).toEqual(preview)
    expect((await load(server, `${path}?isWeb=true`, ada)).bytes).toEqual(preview)
    expect((await load(server, `${path}?isThumb=true`, ada)).bytes).toEqual(thumbnail)
    const original = await load(server, `${path}?isWeb=false`, ada)
    expect(original.headers.get('content-type')).toBe('image/tiff')
    expect(original.bytes.equals(content)).toBe(true)
  })

  test('F2 of a video is its transcoded MP4, or the original before there is one and after a change', async () => {
    const content = Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), randomBytes(100)])
    const asset = await addFile(ada, content, { name: 'film.mov', type: 'VIDEO' })
    const path = `/asset/file/${asset.id}`

    const before = await load(server, path, ada)
    expect(before.bytes.equals(content)).toBe(true)
    expect(before.headers.get('content-type')).toBe('video/quicktime')

    const made = await addDerived(asset, 'mp4', playable)
    const { headers, bytes } = await load(server, path, ada)
    expect(bytes).toEqual(playable)
    expect(headers.get('content-type')).toBe('video/mp4')
    expect(headers.get('content-disposition')).toBe('inline; filename=film.mp4')
    expect((await load(server, `${path}?isWeb=false`, ada)).bytes.equals(content)).toBe(true)

    const earlier = new Date(asset.fileModifiedAt.getTime() - 60_000)
    await utimes(made, earlier, earlier)
    expect((await load(server, path, ada)).bytes.equals(content)).toBe(true)
  })

  test('F3 is offline when the original is missing, while the thumbnail is still there', async () => {
    const asset = await addPhoto(await makeJpeg())
    await rm(asset.originalPath)

    expect(await load(server, `/asset/file/${asset.id}`, ada)).toMatchObject({ status: 404, code: 'offline' })
    expect(await load(server, `/asset/thumbnail/${asset.id}`, ada)).toMatchObject({ status: 200 })
  })
})

describe('who may load files', () => {
  test('F1 the owner may, and whoever sees an album with the asset, as long as they see it', async () => {
    const asset = await addPhoto(await makeJpeg())
    const statuses = (user: { apiKey: string }) =>
      Promise.all(pathsOf(asset).map(async (path) => (await load(server, path, user)).status))
    expect(await statuses(ben)).toEqual([404, 404, 404])

    const album = await share(asset.id)

    expect(await statuses(ada)).toEqual([200, 200, 200])
    expect(await statuses(ben)).toEqual([200, 200, 200])
    expect(await statuses(eve)).toEqual([404, 404, 404])

    await database.albumUser.deleteMany({ where: { albumId: album.id } })

    expect(await statuses(ben)).toEqual([404, 404, 404])
  })

  test('F1 the owner of an album may load what is in it, whoever owns the asset', async () => {
    const asset = await addPhoto(await makeJpeg())
    await database.album.create({
      data: { ownerId: eve.id, albumName: 'Eve', assets: { create: { assetId: asset.id } } },
    })

    const statuses = pathsOf(asset).map(async (path) => (await load(server, path, eve)).status)

    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
  })

  test('F1 nobody may load the video of a photo that is in the trash but its owner', async () => {
    const film = await addFile(ada, await readFile(new URL(import.meta.url)), { type: 'VIDEO', isVisible: false })
    const photo = await addFile(ada, await makeJpeg(), { livePhotoVideoId: film.id, deletedAt: new Date() })
    await share(photo.id)

    const statuses = [ada, ben].map(async (user) => (await load(server, `/asset/file/${film.id}`, user)).status)

    expect(await Promise.all(statuses)).toEqual([200, 404])
  })

  test('F1 whoever sees a live photo may load its video, which is in no album itself', async () => {
    const film = await addFile(ada, await readFile(new URL(import.meta.url)), { type: 'VIDEO', isVisible: false })
    const photo = await addFile(ada, await makeJpeg(), { livePhotoVideoId: film.id })
    await share(photo.id)

    const statusFor = async (user: { apiKey: string }) => (await load(server, `/asset/file/${film.id}`, user)).status

    expect([await statusFor(ada), await statusFor(ben), await statusFor(eve)]).toEqual([200, 200, 404])
  })

  test('F1 a foreign file is answered exactly like a missing one, whether it exists or not', async () => {
    const there = await addPhoto(await makeJpeg())
    const gone = await addFile(ada, await makeJpeg())
    await rm(gone.originalPath)
    const missing = { id: '00000000-0000-4000-8000-000000000000' }
    const answersFor = (asset: { id: string }) =>
      Promise.all(
        pathsOf(asset).map(async (path) => {
          const { status, bytes, headers } = await load(server, path, eve)
          const text = bytes.toString().replace(headers.get('x-request-id') as string, '')
          return [status, text, headers.get('etag'), headers.get('retry-after')]
        }),
      )

    expect(await answersFor(there)).toEqual(await answersFor(missing))
    expect(await answersFor(gone)).toEqual(await answersFor(missing))
  })

  test('F1 a key needs the permission asset.read', async () => {
    const asset = await addPhoto(await makeJpeg())
    const narrow = { apiKey: await createKey(database, ada.id, { scopes: ['tag.read'] }) }

    for (const path of pathsOf(asset)) expect((await load(server, path, narrow)).status).toBe(403)
  })
})
