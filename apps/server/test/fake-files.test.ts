import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { createClient as createValidatedClient } from '@media-library/client/validated'
import { describe, expect, test } from 'vitest'
import { createUser } from './support/database/factories.js'
import { catchError } from './support/http/as-program.js'
import { openFileLibrary } from './support/http/file-library.js'

const { server, addFile, addDerived } = await openFileLibrary()
const { database } = server

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode('a photo, or so it begins')])
const tiff = Uint8Array.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0])
const thumbnail = new TextEncoder().encode('a thumbnail')
const preview = new TextEncoder().encode('a preview')

async function real() {
  const ada = await createUser(database)
  const photo = await addFile(ada, jpeg, { resized: true })
  const raw = await addFile(ada, tiff, { resized: true, originalFileName: 'Grüße.tif' })
  for (const asset of [photo, raw]) {
    await addDerived(asset, 'webp', thumbnail)
    await addDerived(asset, 'jpeg', preview)
  }
  const bare = await addFile(ada, jpeg)
  const foreign = await addFile(await createUser(database), jpeg)
  const options = { baseUrl: server.url, apiKey: ada.apiKey }
  return { options, photo: photo.id, raw: raw.id, bare: bare.id, foreign: foreign.id }
}

async function fake() {
  const service = createFakeService()
  const photo = service.addAsset()
  const raw = service.addAsset({ originalFileName: 'Grüße.tif' })
  service.addFile(photo.id, 'original', jpeg)
  service.addFile(raw.id, 'original', tiff, 'image/tiff')
  for (const { id } of [photo, raw]) {
    service.addFile(id, 'WEBP', thumbnail)
    service.addFile(id, 'JPEG', preview)
  }
  const foreign = service.addAsset({ ownerId: service.addUser().id })
  return { options: service.options, photo: photo.id, raw: raw.id, bare: service.addAsset().id, foreign: foreign.id }
}

async function readBytes(answer: Response) {
  return new Uint8Array(await answer.arrayBuffer())
}

describe.each([
  ['real', real],
  ['fake', fake],
])('the %s service', (_name, start) => {
  test('returns pictures and originals (F2)', async () => {
    const { options, photo, raw } = await start()
    const client = createValidatedClient(options)

    expect(await readBytes(await client.getAssetThumbnail(photo))).toEqual(thumbnail)
    expect(await readBytes(await client.getAssetThumbnail(photo, { format: 'JPEG' }))).toEqual(preview)
    expect(await readBytes(await client.serveFile(photo))).toEqual(jpeg)
    expect(await readBytes(await client.serveFile(raw))).toEqual(preview)
    expect(await readBytes(await client.serveFile(raw, { isThumb: true }))).toEqual(thumbnail)
    const original = await client.downloadFile(raw)
    expect(original.headers.get('content-type')).toBe('image/tiff')
    expect(original.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.tif")
    expect(await readBytes(original)).toEqual(tiff)
  })

  test('answers 304 for a current copy (F5)', async () => {
    const { options, photo } = await start()
    const client = createClient(options)

    const etag = (await client.downloadFile(photo)).headers.get('etag') as string
    const again = await client.downloadFile(photo, { etag })

    expect([again.status, (await readBytes(again)).length]).toEqual([304, 0])
  })

  test('says why a file is missing, and the state of its job (F1, F3, J8)', async () => {
    const { options, bare, foreign } = await start()
    const client = createValidatedClient({ ...options, retries: 0 })

    const nobodys = await catchError(client.getAssetThumbnail(bare))
    await client.runAssetJobs({ assetIds: [bare], name: 'regenerate-thumbnail' })
    const waiting = await catchError(client.getAssetThumbnail(bare))

    expect(nobodys).toMatchObject({ status: 404, code: 'not_generated', retryAfterMs: undefined })
    expect(waiting).toMatchObject({ status: 404, code: 'not_generated', retryAfterMs: 2_000 })
    expect(await catchError(client.getAssetThumbnail(foreign))).toMatchObject({ status: 404, code: 'not_found' })
    const { items } = await client.getAssetJobs({ assetId: [bare, foreign] })
    expect(items).toMatchObject([{ assetId: bare, name: 'regenerate-thumbnail', state: 'queued', attempts: 0 }])
    expect((await client.getJobCounts())['regenerate-thumbnail']).toMatchObject({ queued: 1, failed: 0 })
  })

  test('lists jobs page by page (J8)', async () => {
    const { options, photo, raw, bare } = await start()
    const client = createValidatedClient(options)
    await client.runAssetJobs({ assetIds: [photo, raw, bare], name: 'refresh-metadata' })
    await client.runAssetJobs({ assetIds: [photo, raw, bare], name: 'regenerate-thumbnail' })

    const listed: string[] = []
    for await (const { assetId, name } of client.getAssetJobs({ limit: 2 })) listed.push(`${assetId} ${name}`)

    const expected = [bare, raw, photo].flatMap((id) => [`${id} refresh-metadata`, `${id} regenerate-thumbnail`])
    expect(listed).toEqual(expected)
    expect(await catchError(client.getAssetJobs({ cursor: 'x' }))).toMatchObject({ status: 400 })
  })
})

test('the fake ends jobs as a test asks', async () => {
  const service = createFakeService()
  const { id } = service.addAsset()
  const client = createClient(service.options)
  await client.runAssetJobs({ assetIds: [id], name: 'transcode-video' })

  service.endJobs('skipped', 'it is not a video')

  const { items } = await client.getAssetJobs({ state: 'skipped' })
  expect(items).toMatchObject([{ assetId: id, reason: 'it is not a video', attempts: 1 }])
  expect(service.jobs()).toEqual([])
})
