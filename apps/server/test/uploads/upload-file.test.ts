import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeJpeg, makeLivePhoto } from '../fixtures/photo.js'
import { makeVideo } from '../fixtures/video.js'
import { nestedXmp } from '../fixtures/xmp.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { listChildren } from '../support/processes/process-list.js'
import { filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_LIMIT: '2MiB', UPLOAD_RESERVE: '0' })
const { database } = server
const folder = join(dataDir, 'upload')

function readAsset(id: string) {
  return database.asset.findUniqueOrThrow({ where: { id }, include: { exif: true, library: true } })
}

async function makeShortVideo() {
  const path = join(dataDir, `${randomUUID()}.mov`)
  await makeVideo(path, { seconds: 1 })
  return path
}

const END = '--x--\r\n'

async function refused(parts: Parameters<typeof upload>[2], options?: Parameters<typeof upload>[3]) {
  const ada = await createUser(database)
  const before = await filesIn(folder)
  const answer = await upload(server, ada, parts, options)
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
  expect(await filesIn(folder)).toEqual(before)
  return answer
}

describe('uploadFile', () => {
  test('stores a photo byte for byte, with what its device told (UP1)', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()

    const { status, body } = await upload(server, ada, {
      assetData: makeFile(content, 'Été 1.jpg'),
      deviceAssetId: 'device-1',
      deviceId: 'phone',
      isFavorite: 'true',
    })

    expect([status, body.duplicate]).toEqual([201, false])
    const asset = await readAsset(body.id)
    expect(asset).toMatchObject({
      ownerId: ada.id,
      type: 'IMAGE',
      originalFileName: 'Été 1.jpg',
      deviceAssetId: 'device-1',
      deviceId: 'phone',
      isFavorite: true,
      isArchived: false,
      isExternal: false,
      isReadOnly: false,
      uploadedBytes: BigInt(content.length),
    })
    expect(asset.originalPath.startsWith(join(folder, ada.id))).toBe(true)
    expect(await readFile(asset.originalPath)).toEqual(content)
    expect((await stat(asset.originalPath)).mtime.toISOString()).toBe('2024-05-07T07:08:09.000Z')
  })

  test('takes the time of the device for a file without one, and queues the jobs of an import, ahead of bulk work (UP2, UP3)', async () => {
    const ada = await createUser(database)

    const { body } = await upload(server, ada, { assetData: makeFile(await makeJpeg()) })

    expect((await readAsset(body.id)).fileCreatedAt.toISOString()).toBe('2024-05-06T07:08:09.000Z')
    const jobs = await database.assetJob.findMany({ where: { assetId: body.id }, orderBy: { name: 'asc' } })
    expect(jobs.map(({ name, priority }) => [name, priority])).toEqual([
      ['refresh-metadata', 0],
      ['regenerate-thumbnail', 0],
    ])
  })

  test('stores one of twenty copies that arrive at once (UP4)', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(server, ada, { assetData: makeFile(content) })),
    )

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(19)
    expect(await filesIn(join(folder, ada.id))).toHaveLength(1)
  })

  test('stores fifty photos of a user that arrive at once (UP13)', async () => {
    const ada = await createUser(database)
    const photos = await Promise.all(Array.from({ length: 50 }, () => makeJpeg()))

    const answers = await Promise.all(
      photos.map((photo, index) => upload(server, ada, { assetData: makeFile(photo, `IMG_${index}.jpg`) })),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(50)
  })

  test('an upload that the database refuses harms no other that is recorded with it (UP13)', async () => {
    await database.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this'; END $$`
    await database.$executeRaw`
      CREATE TRIGGER refuse BEFORE INSERT ON asset FOR EACH ROW WHEN (NEW.original_file_name = 'refused.jpg')
      EXECUTE FUNCTION refuse()`
    const ada = await createUser(database)
    const names = Array.from({ length: 12 }, (_, index) => (index === 6 ? 'refused.jpg' : `IMG_${index}.jpg`))
    const files = await Promise.all(names.map(async (name) => makeFile(await makeJpeg(), name)))

    const answers = await Promise.all(files.map((file) => upload(server, ada, { assetData: file })))

    expect(answers.map(({ status }) => status)).toEqual(names.map((name) => (name === 'refused.jpg' ? 500 : 201)))
    expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(11)
    expect(await filesIn(join(folder, ada.id))).toHaveLength(11)
  })

  test('the content of another user is not a duplicate (UP4)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const content = await makeJpeg()
    await upload(server, ada, { assetData: makeFile(content) })

    const { status, body } = await upload(
      server,
      ben,
      { assetData: makeFile(content) },
      { headers: { 'x-immich-checksum': toSha1(content) } },
    )

    expect([status, (await readAsset(body.id)).ownerId]).toEqual([201, ben.id])
  })

  test('answers by a known checksum in base64, whatever the body is (UP5)', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()
    const { body } = await upload(server, ada, { assetData: makeFile(content) })

    const headers = { 'x-immich-checksum': toSha1(content, 'base64') }
    const answer = await upload(server, ada, { assetData: makeFile(Buffer.from('anything')) }, { headers })

    expect([answer.status, answer.body]).toEqual([200, { id: body.id, duplicate: true }])
  })

  test('refuses a content that differs from its checksum (UP5)', async () => {
    const headers = { 'x-immich-checksum': toSha1(Buffer.from('other')) }
    const { status, body } = await refused({ assetData: makeFile(await makeJpeg()) }, { headers })

    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/header/x-immich-checksum'])
  })

  test('a content whose file is missing gets its file back (UP6)', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()
    const { body } = await upload(server, ada, { assetData: makeFile(content) })
    const { originalPath } = await readAsset(body.id)
    await rm(originalPath)

    const again = await upload(server, ada, { assetData: makeFile(content) })

    expect([again.status, again.body.id]).toEqual([201, body.id])
    expect(await readFile((await readAsset(body.id)).originalPath)).toEqual(content)
  })

  test('joins the photo and the video of a live photo, and keeps the side-car beside the photo (UP7)', async () => {
    const ada = await createUser(database)
    const sidecar = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')

    const { status, body } = await upload(server, ada, {
      sidecarData: makeFile(sidecar, 'IMG_2.HEIC.xmp'),
      livePhotoData: makeFile(await readFile(await makeShortVideo()), 'IMG_2.MOV'),
      assetData: makeFile(await makeLivePhoto('some-id'), 'IMG_2.JPG'),
    })

    expect(status).toBe(201)
    const photo = await readAsset(body.id)
    const video = await readAsset(photo.livePhotoVideoId ?? '')
    expect([photo.isVisible, video.isVisible, video.type]).toEqual([true, false, 'VIDEO'])
    expect(await readFile(`${photo.originalPath}.xmp`)).toEqual(sidecar)
    expect(photo.sidecarVersion).toMatch(/^IMG_2\.JPG\.xmp /)
  })

  test('starts no program to decode what it stores (UP16)', async () => {
    const ada = await createUser(database)
    const before = await listChildren(process.pid, '')

    const { status } = await upload(server, ada, {
      sidecarData: makeFile(Buffer.from(nestedXmp(3)), 'a.xmp'),
      livePhotoData: makeFile(await readFile(await makeShortVideo()), 'IMG_3.MOV'),
      assetData: makeFile(await makeJpeg(), 'IMG_3.JPG'),
    })

    expect(status).toBe(201)
    const started = (await listChildren(process.pid, '')).filter((child) => !before.includes(child))
    expect(started).toEqual([])
  })

  test('refuses a side-car whose XMP is nested deeper than 100, and takes any other (UP16)', async () => {
    const send = async (depth: number) =>
      upload(server, await createUser(database), {
        assetData: makeFile(await makeJpeg()),
        sidecarData: makeFile(Buffer.from(nestedXmp(depth)), 'a.xmp'),
      })

    const [deep, shallow] = [await send(101), await send(100)]

    expect([deep.status, deep.body.code, deep.body.errors?.[0]?.pointer]).toEqual([
      400,
      'invalid_request',
      '/sidecarData',
    ])
    expect(shallow.status).toBe(201)
  })

  test.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\Users\\ada\\IMG.jpg', 'IMG.jpg'],
    ['.hidden.jpg', '_hidden.jpg'],
    ['a\u0007b.jpg', 'a_b.jpg'],
    [`${'é'.repeat(300)}.jpg`, `${'é'.repeat(118)}.jpg`],
  ])('stores %j as %j (UP8)', async (given, stored) => {
    const ada = await createUser(database)

    const { body } = await upload(server, ada, { assetData: makeFile(await makeJpeg(), given) })

    expect((await readAsset(body.id)).originalFileName).toBe(stored)
  })

  test('refuses by its content what is no photo, video or sound (UP9)', async () => {
    const { status, body } = await refused({ assetData: makeFile(Buffer.from('some text'), 'IMG.jpg') })

    expect([status, body.code]).toEqual([415, 'not_media'])
  })

  test('refuses a body above UPLOAD_LIMIT, with its length told or not (UP10)', async () => {
    const ada = await createUser(database)
    const jpeg = await makeJpeg()
    const long = Buffer.concat([jpeg, Buffer.alloc(3_000_000)])

    const told = await upload(server, ada, { assetData: makeFile(long) })
    const form = new FormData()
    form.append('assetData', makeFile(long))
    const encoded = new Response(form)
    const chunked = await fetch(`${server.url}/api/asset/upload`, {
      method: 'POST',
      headers: { 'x-api-key': ada.apiKey, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: encoded.body,
      duplex: 'half',
    } as RequestInit)

    expect([told.status, told.body.code]).toEqual([413, 'payload_too_large'])
    expect(chunked.status).toBe(413)
    expect(await filesIn(folder)).not.toContainEqual(expect.stringContaining('.incoming'))
  })

  test.each([
    ['assetData', undefined, 'required'],
    ['deviceId', undefined, 'required'],
    ['fileCreatedAt', 'yesterday', 'invalid_value'],
    ['fileCreatedAt', '0000-01-01T00:00:00Z', 'invalid_value'],
    ['fileModifiedAt', '+010000-01-01T00:00:00Z', 'invalid_value'],
    ['isFavorite', 'perhaps', 'invalid_value'],
    ['other', makeFile(Buffer.from('x')), 'unknown_property'],
  ])('refuses a form whose %s is %j (UP11)', async (name, value, code) => {
    const { status, body } = await refused({ assetData: makeFile(await makeJpeg()), [name]: value })

    expect([status, body.code, body.errors?.[0]]).toMatchObject([400, 'invalid_request', { pointer: `/${name}`, code }])
  })

  test('ignores text fields that nobody knows, and text under the name of a file, also beside the file (UP11)', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()
    const parts = {
      assetType: 'IMAGE',
      fileExtension: '.jpg',
      sidecarData: 'none',
      assetData: ['IMG_0001.jpg', makeFile(content), ''],
    }

    const { status, body } = await upload(server, ada, parts)

    expect(status).toBe(201)
    expect(await readFile((await readAsset(body.id)).originalPath)).toEqual(content)
  })

  test.each([
    ['Thu Nov 26 2026 20:13:18 GMT+0100 (Central European Standard Time)', '2026-11-26T19:13:18.000Z'],
    ['2023-10-04 10:00:00', '2023-10-04T10:00:00.000Z'],
    ['2023-10-04T10:00:00.123456Z', '2023-10-04T10:00:00.123Z'],
    ['Wed, 04 Oct 2023 10:00:00 GMT', '2023-10-04T10:00:00.000Z'],
    ['2023-10-04', '2023-10-04T00:00:00.000Z'],
  ])('reads the time %j as %s (UP11)', async (fileCreatedAt, expected) => {
    const ada = await createUser(database)

    const { body } = await upload(server, ada, { assetData: makeFile(await makeJpeg()), fileCreatedAt })

    expect((await readAsset(body.id)).fileCreatedAt.toISOString()).toBe(expected)
  })

  const cut = '--x\r\nContent-Disposition: form-data; name="assetData"; filename="a.jpg"\r\n\r\ncut'
  const form = 'multipart/form-data; boundary=x'
  const [one, file, other] = [field('deviceId', 'a'), filePart(), filePart('other')]

  test.each([
    ['no boundary', 'multipart/form-data', 415, 'unsupported_media_type', cut],
    ['another type', 'application/json', 415, 'unsupported_media_type', cut],
    ['a file that is cut short', form, 400, 'malformed_form', cut],
    ['an unknown file before one that is cut short', form, 400, 'invalid_request', other + file.slice(0, -2)],
    ['a part twice before the file', form, 400, 'malformed_form', one + one + file + END],
    ['a part twice before two files', form, 400, 'malformed_form', one + one + file + file + END],
    ['the file twice', form, 400, 'malformed_form', file + file + END],
    ['an unknown file before the file', form, 400, 'invalid_request', other + file + END],
    ['a file without a name', form, 400, 'invalid_request', filePart('assetData', '') + file + END],
  ])('refuses a form that arrives at once with %s (UP12)', async (_name, type, status, code, body) => {
    const { apiKey } = await createUser(database)

    const headers = { 'content-type': type }
    const answer = await send(server, '/api/asset/upload', { method: 'POST', apiKey, body, headers })

    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await filesIn(folder)).not.toContainEqual(expect.stringContaining('.incoming'))
  })
})

function field(name: string, value: string) {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

function filePart(name = 'assetData', filename = 'a.jpg') {
  return `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\nbytes\r\n`
}
