import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientOptions, createClient, isProblem } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { describe, expect, test } from 'vitest'
import { makeJpeg } from './fixtures/photo.js'
import { createUser } from './support/database/factories.js'
import { openFileLibrary } from './support/http/file-library.js'
import { makeFile, toSha1 } from './support/uploads/upload.js'

const { server } = await openFileLibrary({ UPLOAD_RESERVE: '0' })

async function real(): Promise<ClientOptions> {
  const { apiKey } = await createUser(server.database)
  return { baseUrl: server.url, apiKey }
}

async function fake(): Promise<ClientOptions> {
  return createFakeService().options
}

describe.each([
  ['real', real],
  ['fake', fake],
])('the %s service', (_name, start) => {
  test('takes a file once, and tells how much of it was sent (UP1, UP4)', async () => {
    const client = createClient(await start())
    const photo = makeFile(Buffer.concat([await makeJpeg(), Buffer.alloc(500_000)]), 'Rome.jpg')
    const progress: { sent: number; total: number }[] = []

    const first = await client.uploadFile(photo, { isFavorite: true }, { onProgress: (told) => progress.push(told) })
    const again = await client.uploadFile(photo)

    expect([first.duplicate, again]).toEqual([false, { id: first.id, duplicate: true }])
    expect(await client.getAssetInfo(first.id)).toMatchObject({ originalFileName: 'Rome.jpg', isFavorite: true })
    const { sent, total } = progress.at(-1) ?? { sent: 0, total: 1 }
    expect(sent).toBe(total)
    expect(total).toBeGreaterThan(photo.size)
    expect(progress.length).toBeGreaterThan(2)
  })

  test('a known checksum is answered without the file (UP5)', async () => {
    const client = createClient(await start())
    const content = await makeJpeg()
    const { id } = await client.uploadFile(makeFile(content))

    const known = await client.uploadFile(new Blob(['other']), { name: 'a.jpg', checksum: toSha1(content) })

    expect(known).toEqual({ id, duplicate: true })
  })

  test('refuses other files, and forms that lack something (UP9, UP11)', async () => {
    const client = createClient(await start())
    const readCode = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error) => (isProblem(error) ? error.code : error),
      )

    expect(await readCode(client.uploadFile(new Blob(['text']), { name: 'a.txt' }))).toBe('not_media')
    expect(await readCode(client.uploadFile(makeFile(await makeJpeg()), { fileCreatedAt: 'today' }))).toBe(
      'invalid_request',
    )
  })

  test('uploadFiles sends what is new, and says what became of each file (UP14)', async () => {
    const client = createClient(await start())
    const contents = await Promise.all(Array.from({ length: 5 }, () => makeJpeg()))
    const files = contents.map((content, index) => makeFile(content, `${index}.jpg`))
    const { id } = await client.uploadFile(files[0] as File)
    const told: string[] = []
    let last = {}

    const outcomes = await client.uploadFiles([...files, makeFile(Buffer.from('text'), 'notes.txt')], {
      onFile: ({ file, state }) => told.push(`${file.name} ${state}`),
      onProgress: (progress) => {
        last = progress
      },
    })

    const uploaded = [1, 2, 3, 4].map((number) => `${number}.jpg uploaded`)
    expect(told.sort()).toEqual(['0.jpg duplicate', ...uploaded, 'notes.txt unsupported'])
    expect(outcomes).toContainEqual({ file: files[0], state: 'duplicate', id })
    expect(last).toMatchObject({ files: 6, allFiles: 6 })
    const { items } = await client.getAllAssets()
    expect(items).toHaveLength(5)
  })

  test('an upload can be given up', async () => {
    const client = createClient(await start())
    const giving = new AbortController()
    giving.abort(new Error('given up'))

    await expect(client.uploadFile(makeFile(await makeJpeg()), {}, { signal: giving.signal })).rejects.toThrow(
      'given up',
    )
  })
})

test('a file of the disk is sent while it is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-blob-'))
  const path = join(folder, 'a.jpg')
  await writeFile(path, Buffer.concat([await makeJpeg(), Buffer.alloc(3_000_000)]))
  const client = createClient(await real())

  const { id } = await client.uploadFile(await openAsBlob(path), { name: 'disk.jpg' })

  const asset = await client.getAssetInfo(id)
  expect([asset.originalFileName, asset.exifInfo?.fileSizeInByte]).toEqual(['disk.jpg', (await openAsBlob(path)).size])
  await rm(folder, { recursive: true })
})
