import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { makeFolder } from '../../fixtures/folder.js'
import { createAlbum, createAssets, createUser, type TestUser } from '../../support/database/factories.js'
import { asProgram, catchProblem } from '../../support/http/as-program.js'
import { send } from '../../support/http/client.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { openSocket } from '../../support/http/raw-http.js'
import { hasProgram } from '../../support/processes/has-program.js'

const { server, addFile } = await openFileLibrary()
const { database } = server

async function addSized(owner: TestUser, content: Buffer, options: Parameters<typeof addFile>[2] = {}) {
  const asset = await addFile(owner, content, options)
  await database.exif.create({ data: { assetId: asset.id, fileSizeInByte: content.length } })
  return asset
}

/** The names and contents of the files in the archive of some assets. */
async function unzip(user: TestUser, assetIds: string[]) {
  const response = await asProgram(server, user).downloadArchive({ assetIds })
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=photos.zip')
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  const files: [string, string][] = []
  for await (const entry of zip.eachEntry())
    files.push([entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString()])
  return files
}

/** Asks for an archive that nobody takes. */
async function stall({ apiKey }: TestUser, assetIds: string[]) {
  const socket = await openSocket(server)
  onTestFinished(() => void socket.destroy())
  const body = JSON.stringify({ assetIds })
  const head = `POST /api/download/archive HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json`
  socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  return socket
}

/** The same, once it has begun. */
async function begin(user: TestUser, assetIds: string[]) {
  const socket = await stall(user, assetIds)
  await once(socket, 'readable')
  return socket
}

describe('downloadArchive', () => {
  test('has the originals under their names, made unique (F9)', async () => {
    const ada = await createUser(database)
    const names = ['a.jpg', 'A.JPG', 'a.jpg', 'Été 🏖.jpg', 'a (2).jpg', '../evil\\b.jpg', 'c']
    const assets = []
    for (const [index, name] of names.entries())
      assets.push(await addSized(ada, Buffer.from(`content ${index}`), { originalFileName: name }))

    const files = await unzip(
      ada,
      [...assets, ...assets].map(({ id }) => id),
    )

    expect(files.map(([, content]) => content)).toEqual(names.map((_, index) => `content ${index}`))
    const unique = ['a.jpg', 'A (2).JPG', 'a (3).jpg', 'Été 🏖.jpg', 'a (2) (2).jpg', '.._evil_b.jpg']
    expect(files.map(([name]) => name).slice(0, -1)).toEqual(unique)
  })

  test.for(
    [
      { program: 'unzip', of: 'unzip', options: ['-q', 'photos.zip', '-d', 'out'] },
      { program: 'bsdtar', of: 'libarchive-tools', options: ['-x', '-f', 'photos.zip', '-C', 'out'] },
    ].filter(({ program, of }) => hasProgram(program, { of })),
  )(
    'is unpacked by $program into a folder whose names no system takes for one, or refuses (F9)',
    async ({ program, options }) => {
      const ada = await createUser(database)
      const jpeg = (index: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`${index}`)])
      const names = [
        '\u00e9.jpg',
        'e\u0301.jpg',
        '\u00c9.JPG',
        'CON.jpg',
        'con',
        'a.',
        'A',
        'a .jpg',
        '<a>.jpg',
        '"a".jpg',
      ]
      const assets = []
      for (const [index, originalFileName] of names.entries())
        assets.push(await addSized(ada, jpeg(index), { originalFileName }))
      const folder = await makeFolder()
      const { body } = await asProgram(server, ada).downloadArchive({ assetIds: assets.map(({ id }) => id) })
      await writeFile(join(folder, 'photos.zip'), body ?? '')
      await mkdir(join(folder, 'out'))

      await promisify(execFile)(program, options, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })

      const unpacked = await readdir(join(folder, 'out'))
      const contents = await Promise.all(unpacked.map((name) => readFile(join(folder, 'out', name), 'latin1')))
      expect(contents.toSorted()).toEqual(names.map((_, index) => jpeg(index).toString('latin1')).toSorted())
      expect(new Set(unpacked.map((name) => name.normalize('NFC').toUpperCase())).size).toBe(names.length)
      expect(unpacked.filter((name) => /[<>:"|?*\\]|[. ]$|^(con|prn|aux|nul)\b/i.test(name))).toEqual([])
      expect(unpacked.filter((name) => !/\.jpg$/i.test(name))).toEqual([])
    },
  )

  test('counts the parts of one shot together: a live photo, and a RAW file with its JPEG (F9)', async () => {
    const ada = await createUser(database)
    const uploaded = { isExternal: false, originalFileName: 'IMG_1.mov' }
    const other = await addSized(ada, Buffer.from('other'), { originalFileName: 'IMG_1.jpg', isExternal: false })
    const video = await addSized(ada, Buffer.from('video'), { ...uploaded, type: 'VIDEO', isVisible: false })
    const photo = await addSized(ada, Buffer.from('photo'), {
      ...uploaded,
      originalFileName: 'IMG_1.jpg',
      livePhotoVideoId: video.id,
    })
    const [jpeg, raw] = [
      await addSized(ada, Buffer.from('jpeg'), { ...uploaded, originalFileName: 'IMG_1.JPG' }),
      await addSized(ada, Buffer.from('raw'), { ...uploaded, originalFileName: 'IMG_1.DNG' }),
    ]
    const { id: stackId } = await database.stack.create({ data: { ownerId: ada.id, primaryAssetId: jpeg.id } })
    await database.asset.updateMany({ where: { id: { in: [jpeg.id, raw.id] } }, data: { stackId } })

    const files = await unzip(
      ada,
      [other, photo, jpeg, video, raw].map(({ id }) => id),
    )

    expect(files).toEqual([
      ['IMG_1.jpg', 'other'],
      ['IMG_1 (2).jpg', 'photo'],
      ['IMG_1 (3).JPG', 'jpeg'],
      ['IMG_1 (2).mov', 'video'],
      ['IMG_1 (3).DNG', 'raw'],
    ])
  })

  test('has large and empty files byte for byte (F9)', async () => {
    const ada = await createUser(database)
    const large = Buffer.alloc(
      5_000_000,
      Array.from({ length: 251 }, (_, index) => String.fromCharCode(40 + (index % 80))).join(''),
    )
    const assets = [await addSized(ada, large), await addSized(ada, Buffer.alloc(0)), await addSized(ada, large)]

    const files = await unzip(
      ada,
      assets.map(({ id }) => id),
    )

    expect(files.map(([, content]) => content === large.toString() || content.length)).toEqual([true, 0, true])
  })

  test('leaves out files that are missing, and names them (F9)', async () => {
    const ada = await createUser(database)
    const [there, gone] = [
      await addSized(ada, Buffer.from('x'), { name: 'x.jpg' }),
      await addSized(ada, Buffer.from('y'), { name: 'y.jpg' }),
    ]
    await rm(gone.originalPath)

    expect(await unzip(ada, [gone.id, there.id])).toEqual([
      ['x.jpg', 'x'],
      ['missing-files.txt', 'y.jpg\n'],
    ])
  })

  test('needs assets that the caller may see, their own or of an album (F9)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const [shared, other] = [await addSized(ada, Buffer.from('s')), await addSized(ada, Buffer.from('o'))]
    await createAlbum(database, ada, { assetIds: [shared.id], sharedWith: [ben] })

    expect(await unzip(ben, [shared.id])).toHaveLength(1)
    const refused = await catchProblem(asProgram(server, ben).downloadArchive({ assetIds: [shared.id, other.id] }))
    expect(refused).toMatchObject({ code: 'unusable_ids', errors: [{ pointer: '/assetIds/1' }] })
    await asProgram(server, ada).deleteAssets({ ids: [shared.id] })
    expect(await unzip(ada, [shared.id])).toHaveLength(1)
    expect(await catchProblem(asProgram(server, ben).downloadArchive({ assetIds: [shared.id] }))).toMatchObject({
      code: 'unusable_ids',
    })
  })

  test('a reader who leaves ends it, and holds no turn (F9)', async () => {
    const ada = await createUser(database)
    const { id } = await addSized(ada, Buffer.alloc(20_000_000))
    for (let left = 0; left < 12; left += 1) (await begin(ada, [id])).destroy()

    expect(await unzip(ada, [id])).toHaveLength(1)
  })
})

test('an archive goes on without the assets of an album that is deleted meanwhile (F9)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const assets = []
  for (let count = 0; count < 4; count += 1) assets.push(await addSized(ada, Buffer.alloc(20_000_000, count)))
  const assetIds = assets.map(({ id }) => id)
  const album = await createAlbum(database, ada, { assetIds, sharedWith: [ben] })
  const { body } = await asProgram(server, ben).downloadArchive({ assetIds })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const chunks = [(await reader.read()).value ?? Buffer.alloc(0)]

  await database.album.delete({ where: { id: album.id } })
  await sleep(1_500)
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value)

  const zip = await fromBufferPromise(Buffer.concat(chunks))
  expect(zip.entryCount).toBeLessThan(assets.length)
})

describe('readers of archives who take nothing', () => {
  test('keep no archive from others (F9)', async () => {
    const [owner, ...users] = await Promise.all(Array.from({ length: 12 }, () => createUser(database)))
    const { id } = await addSized(owner as TestUser, Buffer.alloc(20_000_000))
    await createAlbum(database, owner as TestUser, { assetIds: [id], sharedWith: users })
    await Promise.all([...users, ...users].map((user) => begin(user, [id])))

    expect(await unzip(owner as TestUser, [id])).toHaveLength(1)
  })

  test('hold up neither large bodies of others, nor a list of what to download, and leave their place (F9)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { id } = await addSized(ada, Buffer.alloc(20_000_000))
    const begun = [await begin(ada, [id]), await begin(ada, [id])]
    const waiting = [await stall(ada, Array(30_000).fill(id)), await stall(ada, [id])]

    const listed = await asProgram(server, ada).getDownloadInfo({ userId: ada.id })
    const large = await send(server, '/api/album', {
      method: 'POST',
      apiKey: ben.apiKey,
      body: `{"albumName":"Large"}${' '.repeat(1024 * 1024)}`,
    })

    expect(waiting.map(({ bytesRead }) => bytesRead)).toEqual([0, 0])
    expect(listed.totalSize).toBe(20_000_000)
    expect(large.status).toBe(201)
    for (const socket of [...waiting, ...begun]) socket.destroy()
    expect(await unzip(ada, [id])).toHaveLength(1)
  })
})

describe('getDownloadInfo', () => {
  test('divides assets into archives of about a size, with the videos of live photos (F10)', async () => {
    const ada = await createUser(database)
    const video = await addSized(ada, Buffer.alloc(30), { isVisible: false, type: 'VIDEO' })
    const old = await addSized(ada, Buffer.alloc(60), { livePhotoVideoId: video.id })
    const recent = await addSized(ada, Buffer.alloc(50))
    const newest = await addSized(ada, Buffer.alloc(40))
    const all = [newest.id, recent.id, old.id, video.id]
    const client = asProgram(server, ada)
    const album = await createAlbum(database, ada, { assetIds: [old.id, newest.id] })

    expect(await client.getDownloadInfo({ userId: ada.id })).toEqual({
      archives: [{ assetIds: all, size: 180 }],
      totalSize: 180,
    })
    expect(await client.getDownloadInfo({ assetIds: all, archiveSize: 80 })).toEqual({
      archives: [
        { assetIds: [newest.id, recent.id], size: 90 },
        { assetIds: [old.id, video.id], size: 90 },
      ],
      totalSize: 180,
    })
    expect(await client.getDownloadInfo({ albumId: album.id })).toMatchObject({ totalSize: 130 })
    expect(await client.getDownloadInfo({ assetIds: [] })).toEqual({ archives: [], totalSize: 0 })
  })

  test('tells nobody of what they may not see (F10)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const [id = ''] = await createAssets(database, ada, 1)
    const album = await createAlbum(database, ada, { assetIds: [id] })
    const client = asProgram(server, ben)

    expect(await catchProblem(client.getDownloadInfo({ assetIds: [id] }))).toMatchObject({ code: 'unusable_ids' })
    expect(await catchProblem(client.getDownloadInfo({ albumId: album.id }))).toMatchObject({ code: 'not_found' })
    expect(await catchProblem(client.getDownloadInfo({ userId: ada.id }))).toMatchObject({ code: 'not_found' })
    for (const body of [{}, { assetIds: [], userId: ben.id }])
      expect(await catchProblem(client.getDownloadInfo(body))).toMatchObject({ errors: [{ pointer: '/assetIds' }] })
  })
})
