import { once } from 'node:events'
import { rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import type { Asset } from '../../src/generated/prisma/client.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { runHere, startCli } from '../support/processes/cli.js'
import { openObjectStore } from '../support/storage/object-store.js'
import { openStoreProxy } from '../support/storage/store-proxy.js'
import { makeFile, upload } from '../support/uploads/upload.js'

const store = await openObjectStore({ atEnd: afterAll })
const proxy = await openStoreProxy(store.originals['S3_ENDPOINT'] ?? '')
afterAll(proxy.close)
const { server, dataDir, addFile } = await openFileLibrary({ UPLOAD_RESERVE: '0', ...store.originals })
const { database, databaseUrl } = server
const env = { ...store.originals, S3_ENDPOINT: proxy.url, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
const photo = await makeJpeg()

function verify({ email }: TestUser, ...args: string[]) {
  return runHere(['storage', 'verify', '--user', email, ...args], env)
}

/** An original of known size, and what later befalls its file. */
async function add(owner: TestUser, befall: (asset: Asset) => Promise<unknown>, { isExternal = true } = {}) {
  const exif = { create: { fileSizeInByte: photo.length } }
  const asset = await addFile(owner, photo, { isExternal, exif })
  await befall(asset)
  return asset
}

async function replace({ originalPath, fileModifiedAt }: Asset, content: Uint8Array) {
  await writeFile(originalPath, content)
  await utimes(originalPath, fileModifiedAt, fileModifiedAt)
}

const other = Buffer.from(photo).fill(0, 100)

test('originals that are as the library knows them are read, and nothing is printed of them', async () => {
  const ada = await createUser(database)
  await add(ada, async () => {})

  expect(await verify(ada)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `Read 1 original (${photo.length} B): 0 missing, 0 unreadable, 0 damaged, 0 changed.\n`,
  })
})

test('each fault of a file has a line, and those of other users have none', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  await add(ben, ({ originalPath }) => rm(originalPath))
  const gone = await add(ada, ({ originalPath }) => rm(originalPath))
  const cut = await add(ada, (asset) => replace(asset, photo.subarray(1)), { isExternal: false })
  const wrong = await add(ada, (asset) => replace(asset, other))
  const edited = await add(ada, ({ originalPath }) => writeFile(originalPath, other))
  await add(ada, async () => {})

  const { stdout, stderr, exitCode } = await verify(ada)

  expect([exitCode, stdout.trimEnd().split('\n').toSorted()]).toEqual([
    1,
    [
      `changed: ${edited.originalPath}: it was changed after its import; import its folder again`,
      `damaged: ${cut.originalPath}: it has ${photo.length - 1} bytes instead of ${photo.length}`,
      `damaged: ${wrong.originalPath}: its content has another checksum`,
      `missing: ${gone.originalPath}: it is not there`,
    ].toSorted(),
  ])
  expect(stderr).toContain(': 1 missing, 0 unreadable, 2 damaged, 1 changed.\n')
})

test('a file that its owner changed is no failure', async () => {
  const ada = await createUser(database)
  const { id } = await add(ada, ({ originalPath }) => writeFile(originalPath, other))

  const { stdout, exitCode } = await verify(ada, '--json')

  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { faults: [{ assetId: id }], files: 1, changed: 1 }])
})

test('objects are read from their bucket, and what the store refuses keeps nothing from being read', async () => {
  const ada = await createUser(database)
  const contents = [1, 2, 3, 4].map((number) => Buffer.concat([photo, Buffer.alloc(50_000, number)]))
  for (const content of contents) expect((await upload(server, ada, { assetData: makeFile(content) })).status).toBe(201)
  const faults = ['forbidden', 'gone', 'other bytes'] as const
  let read = 0
  proxy.fail((asked) => (asked === 'GET originals' ? (faults[read++] ?? null) : null))

  const { stdout, exitCode } = await verify(ada, '--json')

  const found = JSON.parse(stdout)
  expect(exitCode).toBe(1)
  expect(found).toMatchObject({ files: 4, unreadable: 1, missing: 1, damaged: 1 })
})

test('Ctrl-C ends it while a file is read, after what was found', async () => {
  const ada = await createUser(database)
  const { originalPath } = await add(ada, (asset) => rm(asset.originalPath))
  const long = await addFile(ada, Buffer.alloc(0))
  await truncate(long.originalPath, 100_000_000_000)
  const child = startCli(['storage', 'verify', '--user', ada.email], env)

  const [found] = await once(child.stdout, 'data')
  child.kill('SIGINT')
  const [exitCode] = await once(child, 'close')

  expect([String(found), exitCode]).toEqual([`missing: ${originalPath}: it is not there\n`, 130])
})
