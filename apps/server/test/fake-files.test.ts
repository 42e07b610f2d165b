import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { createClient as createValidatedClient } from '@media-library/client/validated'
import { describe, expect, test } from 'vitest'
import { createUser } from './support/database/factories.js'
import { errorOf } from './support/http/as-program.js'
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

async function bytesOf(answer: Response) {
  return new Uint8Array(await answer.arrayBuffer())
}

/** The ranges of an answer with status 206, with the bytes of each. */
function partsOf({ headers }: Response, bytes: Uint8Array) {
  const size = jpeg.length
  const only = /^bytes (\S+)\/(\d+)$/.exec(headers.get('content-range') ?? '')
  if (only) return [{ range: only[1] ?? '', content: bytes }]
  const [, boundary = ''] = /^multipart\/byteranges; boundary=(\S+)$/.exec(headers.get('content-type') ?? '') ?? []
  const [start, ...parts] = Buffer.from(bytes).toString('latin1').split(`\r\n--${boundary}`)
  expect([boundary.length > 0, start, parts.pop()]).toEqual([true, '', '--\r\n'])
  return parts.map((part) => {
    const [head = '', content = ''] = part.split(/\r\n\r\n(.*)/s)
    const [, range = '', whole] =
      /^\r\nContent-Type: image\/jpeg\r\nContent-Range: bytes (\S+)\/(\d+)$/.exec(head) ?? []
    expect(Number(whole)).toBe(size)
    return { range, content: new Uint8Array(Buffer.from(content, 'latin1')) }
  })
}

describe.each([
  ['real', real],
  ['fake', fake],
])('the %s service', (_name, start) => {
  test('F2 returns pictures and originals', async () => {
    const { options, photo, raw } = await start()
    const client = createValidatedClient(options)

    expect(await bytesOf(await client.getAssetThumbnail(photo))).toEqual(thumbnail)
    expect(await bytesOf(await client.getAssetThumbnail(photo, { format: 'JPEG' }))).toEqual(preview)
    expect(await bytesOf(await client.serveFile(photo))).toEqual(jpeg)
    expect(await bytesOf(await client.serveFile(raw))).toEqual(preview)
    expect(await bytesOf(await client.serveFile(raw, { isThumb: true }))).toEqual(thumbnail)
    const original = await client.downloadFile(raw)
    expect(original.headers.get('content-type')).toBe('image/tiff')
    expect(original.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.tif")
    expect(await bytesOf(original)).toEqual(tiff)
  })

  test('F4 F5 returns a range, and 304 for a current copy', async () => {
    const { options, photo } = await start()
    const client = createClient(options)

    const part = await client.downloadFile(photo, { range: 'bytes=4-10' })
    const etag = part.headers.get('etag') as string
    const again = await client.downloadFile(photo, { etag })

    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-10/${jpeg.length}`])
    expect(await bytesOf(part)).toEqual(jpeg.slice(4, 11))
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0])
    expect(await errorOf(client.downloadFile(photo, { range: 'bytes=99-' }))).toMatchObject({ status: 416 })
  })

  test.each([
    ['bytes=0-1, 4-6,-2', ['0-1', '4-6', `${jpeg.length - 2}-${jpeg.length - 1}`]],
    ['bytes=8-9,0-1,2-3', ['8-9', '0-3']],
    ['bytes=0-1,99-', ['0-1']],
    ['bytes=5-6,0-9,20-21', ['0-9', '20-21']],
    ['bytes=-0', null],
    ['bytes=99-,200-300', null],
    ['bytes=x-y', 'whole'],
    ['items=0-1', 'whole'],
    [`bytes=${Array.from({ length: 51 }, () => '0-0')}`, ['0-0']],
  ])('F4 answers Range: %s', async (range, expected) => {
    const { options, photo } = await start()
    const load: typeof fetch = 'fetch' in options ? (options.fetch as typeof fetch) : fetch

    const answer = await load(`${options.baseUrl}/api/download/asset/${photo}`, {
      headers: { 'x-api-key': options.apiKey, range },
    })

    const bytes = await bytesOf(answer)
    if (expected === null) return expect(answer.status).toBe(416)
    if (expected === 'whole') return expect([answer.status, bytes]).toEqual([200, jpeg])
    const parts = partsOf(answer, bytes)
    expect(answer.status).toBe(206)
    expect(parts.map(({ range }) => range)).toEqual(expected)
    for (const { range, content } of parts) {
      const [first = 0, last = 0] = range.split('-').map(Number)
      expect(content).toEqual(jpeg.slice(first, last + 1))
    }
  })

  test('F5 gives the URL of a thumbnail that can be cached without a check', async () => {
    const { options, photo } = await start()
    const client = createClient(options)
    const asset = await client.getAssetInfo(photo)

    const url = client.thumbnailUrl(asset)
    const load: typeof fetch = 'fetch' in options ? (options.fetch as typeof fetch) : fetch
    const answer = await load(url, { headers: { 'x-api-key': options.apiKey } })

    expect(url).toBe(`${options.baseUrl}/api/asset/thumbnail/${photo}?v=${encodeURIComponent(asset.updatedAt)}`)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await bytesOf(answer)).toEqual(thumbnail)
  })

  test('F1 F3 J8 says why a file is missing, and the state of its job', async () => {
    const { options, bare, foreign } = await start()
    const client = createValidatedClient({ ...options, retries: 0 })

    const nobodys = await errorOf(client.getAssetThumbnail(bare))
    await client.runAssetJobs({ assetIds: [bare], name: 'regenerate-thumbnail' })
    const waiting = await errorOf(client.getAssetThumbnail(bare))

    expect(nobodys).toMatchObject({ status: 404, code: 'not_generated', retryAfterMs: undefined })
    expect(waiting).toMatchObject({ status: 404, code: 'not_generated', retryAfterMs: 2_000 })
    expect(await errorOf(client.getAssetThumbnail(foreign))).toMatchObject({ status: 404, code: 'not_found' })
    const { items } = await client.getAssetJobs({ assetId: [bare, foreign] })
    expect(items).toMatchObject([{ assetId: bare, name: 'regenerate-thumbnail', state: 'queued', attempts: 0 }])
    expect((await client.getJobCounts())['regenerate-thumbnail']).toMatchObject({ queued: 1, failed: 0 })
  })

  test('J8 lists jobs page by page', async () => {
    const { options, photo, raw, bare } = await start()
    const client = createValidatedClient(options)
    await client.runAssetJobs({ assetIds: [photo, raw, bare], name: 'refresh-metadata' })
    await client.runAssetJobs({ assetIds: [photo, raw, bare], name: 'regenerate-thumbnail' })

    const listed: string[] = []
    for await (const { assetId, name } of client.getAssetJobs({ limit: 2 })) listed.push(`${assetId} ${name}`)

    const expected = [bare, raw, photo].flatMap((id) => [`${id} refresh-metadata`, `${id} regenerate-thumbnail`])
    expect(listed).toEqual(expected)
    expect(await errorOf(client.getAssetJobs({ cursor: 'x' }))).toMatchObject({
      status: 400,
    })
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
