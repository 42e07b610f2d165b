import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { makeJpeg, makeTiff } from '../../fixtures/photo.js'
import { createAlbum, createJob, createUser } from '../../support/database/factories.js'
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

describe('a thumbnail', () => {
  test.each<[string, Buffer, string, string]>([
    ['', thumbnail, 'image/webp', 'webp'],
    ['?format=WEBP', thumbnail, 'image/webp', 'webp'],
    ['?format=JPEG', preview, 'image/jpeg', 'jpeg'],
  ])('%s is the picture of that format (F2)', async (query, content, type, ending) => {
    const asset = await addPhoto(await makeJpeg())

    const { status, headers, bytes } = await load(server, `/asset/thumbnail/${asset.id}${query}`, ada)

    expect(status).toBe(200)
    expect(bytes.equals(content)).toBe(true)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(`inline; filename=photo.${ending}`)
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test('has another ETag when it was made again, and supports ranges and HEAD (F5)', async () => {
    const asset = await addPhoto(await makeJpeg())
    const path = `/asset/thumbnail/${asset.id}`
    const readEtag = async () => (await load(server, path, ada, { method: 'HEAD' })).headers.get('etag') as string
    const before = await readEtag()
    const known = { headers: { 'if-none-match': before } }

    expect((await load(server, path, ada, known)).status).toBe(304)
    expect((await load(server, path, ada, { headers: { range: 'bytes=2-4' } })).bytes).toEqual(thumbnail.subarray(2, 5))

    await addDerived(asset, 'webp', Buffer.from('another one'))

    expect(await readEtag()).not.toBe(before)
    expect((await load(server, path, ada, known)).status).toBe(200)
  })

  test.each([
    ['running', '2'],
    ['skipped', null],
  ] as const)('whose own job is %s is not generated, and Retry-After is %s (F3)', async (state, retryAfter) => {
    const { id: assetId } = await addFile(ada, await makeJpeg())
    await createJob(database, { assetId, name: 'refresh-metadata', state: 'queued' })
    await createJob(database, { assetId, name: 'regenerate-thumbnail', state })

    for (const path of [`/asset/thumbnail/${assetId}`, `/asset/file/${assetId}?isThumb=true`]) {
      const { status, code, headers } = await load(server, path, ada)

      expect([status, code, headers.get('retry-after')]).toEqual([404, 'not_generated', retryAfter])
    }
  })

  test('that a full disk left empty is not generated, and no browser keeps it (F3)', async () => {
    const asset = await addPhoto(await makeJpeg())
    await addDerived(asset, 'webp', Buffer.alloc(0))

    const { status, code, headers } = await load(
      server,
      `/asset/thumbnail/${asset.id}?v=${asset.updatedAt.toISOString()}`,
      ada,
    )

    expect([status, code, headers.get('cache-control')]).toEqual([404, 'not_generated', 'no-store'])
  })

  test('of a photo whose content has changed is not the old one (F3)', async () => {
    const asset = await addPhoto(await makeJpeg())
    await database.asset.update({ where: { id: asset.id }, data: { resized: false } })

    expect(await load(server, `/asset/thumbnail/${asset.id}`, ada)).toMatchObject({ code: 'not_generated' })
  })
})

describe('what a browser shows', () => {
  test('an original has its checksum as its ETag, whatever the sizes of other files (F5)', async () => {
    const contents = [await makeJpeg(), Buffer.concat([await makeJpeg(), randomBytes(100)])]
    const assets = await Promise.all(
      contents.map((content) => addFile(ada, content, { exif: { create: { fileSizeInByte: content.length } } })),
    )

    const etags = assets.map(async ({ id }) => (await load(server, `/asset/file/${id}`, ada)).headers.get('etag'))

    expect(await Promise.all(etags)).toEqual(
      assets.map(({ checksum }) => `"${Buffer.from(checksum).toString('base64')}"`),
    )
  })

  test('of a photo in another format is its preview, unless the original is requested (F2)', async () => {
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

  test('of a video is its transcoded MP4, or the original before there is one and after a change (F2)', async () => {
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

    await addDerived(asset, 'mp4', Buffer.alloc(0))
    expect((await load(server, path, ada)).bytes.equals(content)).toBe(true)

    await addDerived(asset, 'mp4', playable)
    const earlier = new Date(asset.fileModifiedAt.getTime() - 60_000)
    await utimes(made, earlier, earlier)
    expect((await load(server, path, ada)).bytes.equals(content)).toBe(true)
  })

  test('is offline when the original is missing, while the thumbnail is still there (F3)', async () => {
    const asset = await addPhoto(await makeJpeg())
    await rm(asset.originalPath)

    expect(await load(server, `/asset/file/${asset.id}`, ada)).toMatchObject({ status: 404, code: 'offline' })
    expect(await load(server, `/asset/thumbnail/${asset.id}`, ada)).toMatchObject({ status: 200 })
  })
})

describe('who may load files', () => {
  test.each([
    ['a user who sees a live photo may load its video, which is in no album itself', null, [200, 200, 404]],
    ['nobody but the owner may load the video of a photo in the trash', new Date(), [200, 404, 404]],
  ])('%s (F1)', async (_name, deletedAt, statuses) => {
    const film = await addFile(ada, await readFile(new URL(import.meta.url)), { type: 'VIDEO', isVisible: false })
    const photo = await addFile(ada, await makeJpeg(), { livePhotoVideoId: film.id, deletedAt })
    await createAlbum(database, ada, { assetIds: [photo.id], sharedWith: [ben] })

    const answers = await Promise.all([ada, ben, eve].map((user) => load(server, `/asset/file/${film.id}`, user)))

    expect(answers.map(({ status }) => status)).toEqual(statuses)
  })

  test('a foreign asset whose file is missing is answered exactly like one that does not exist (F1)', async () => {
    const gone = await addFile(ada, await makeJpeg())
    await rm(gone.originalPath)
    const answersFor = (id: string) =>
      Promise.all(
        [`/asset/thumbnail/${id}`, `/asset/file/${id}`, `/download/asset/${id}`].map(async (path) => {
          const { status, bytes, headers } = await load(server, path, eve)
          const text = bytes.toString().replace(headers.get('x-request-id') as string, '')
          return [status, text, headers.get('etag'), headers.get('retry-after')]
        }),
      )

    expect(await answersFor(gone.id)).toEqual(await answersFor(randomUUID()))
  })
})
