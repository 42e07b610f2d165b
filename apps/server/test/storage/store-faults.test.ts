import { afterAll, beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { freePort } from '../support/http/free-port.js'
import { openObjectStore } from '../support/storage/object-store.js'
import { openStoreProxy, type StoreFault } from '../support/storage/store-proxy.js'
import { create, head, patch } from '../support/uploads/resumable.js'
import { makeFile, upload } from '../support/uploads/upload.js'
import { readMetrics } from '../support/watch/served-metrics.js'

const store = await openObjectStore({ atEnd: afterAll })
const proxy = await openStoreProxy(store.originals['S3_ENDPOINT'] ?? '')
afterAll(proxy.close)
const { server } = await openFileLibrary({
  UPLOAD_RESERVE: '0',
  ADMIN_PORT: String(await freePort()),
  ...store.originals,
  S3_ENDPOINT: proxy.url,
})
const { database } = server
const short = await makeJpeg()
const long = Buffer.concat([short, Buffer.alloc(1_000_000, 'abc')])
const inParts = Buffer.concat([short, Buffer.alloc(9_000_000, 'abc')])

beforeEach(() => proxy.fail(() => null))

/** Lets requests of some kinds go wrong, such as `GET originals`. */
function fail(faults: Record<string, StoreFault>) {
  proxy.fail((asked) => faults[asked] ?? null)
}

async function add(owner: TestUser, content: Buffer): Promise<string> {
  const { status, body } = await upload(server, owner, { assetData: makeFile(content) })
  expect(status).toBe(201)
  return body.id
}

/** Loads a file, or the archive of it, and tells how much of it came before the connection was cut. */
async function receive({ apiKey }: TestUser, path: string, assetIds?: string[]) {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(assetIds && { method: 'POST', body: JSON.stringify({ assetIds }) }),
  })
  const chunks: Uint8Array[] = []
  let isCut = false
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk)
  } catch {
    isCut = true
  }
  return { status: response.status, content: Buffer.concat(chunks), isCut }
}

async function namesIn(archive: Buffer) {
  const names: string[] = []
  for await (const { fileName } of (await fromBufferPromise(archive)).eachEntry()) names.push(fileName)
  return names
}

test.each<[StoreFault, number, string, string | null]>([
  ['failed', 503, 'unavailable', '5'],
  ['forbidden', 503, 'unavailable', '5'],
  ['gone', 404, 'offline', null],
])(
  'a read that the store answers with "%s" is answered with a problem (F3)',
  async (fault, status, code, retryAfter) => {
    const ada = await createUser(database)
    const id = await add(ada, long)
    fail({ 'GET originals': fault })

    for (const path of [`/download/asset/${id}`, `/asset/file/${id}?isWeb=false`]) {
      const answer = await load(server, path, ada)

      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([status, code, retryAfter])
      expect(answer.headers.get('content-disposition')).toBeNull()
    }
  },
)

test('an archive names the object that is gone, and is a problem when the store fails before it begins (F9)', async () => {
  const ada = await createUser(database)
  const id = await add(ada, long)

  fail({ 'GET originals': 'gone' })
  const without = await receive(ada, '/download/archive', [id])
  fail({ 'GET originals': 'forbidden' })
  const refused = await receive(ada, '/download/archive', [id])

  expect(await namesIn(without.content)).toEqual(['missing-files.txt'])
  expect([refused.status, JSON.parse(refused.content.toString()).code]).toEqual([503, 'unavailable'])
})

test.each<[StoreFault]>([['half answer'], ['half body'], ['other bytes']])(
  'an answer is cut off before its end when the store sends "%s" (F3)',
  async (fault) => {
    const ada = await createUser(database)
    const id = await add(ada, long)
    fail({ 'GET originals': fault })

    const whole = await receive(ada, `/download/asset/${id}`)
    const archive = await receive(ada, '/download/archive', [id])

    expect([whole.status, whole.isCut, archive.status, archive.isCut]).toEqual([200, true, 200, true])
    expect(whole.content.length).toBeLessThan(long.length)
    expect(archive.content.length).toBeLessThan(long.length)
  },
)

test.each<[StoreFault]>([['half answer'], ['half body']])(
  'a short original of which the store sends "%s" is answered with a problem (F3)',
  async (fault) => {
    const ada = await createUser(database)
    const id = await add(ada, short)
    fail({ 'GET originals': fault })

    expect(await load(server, `/download/asset/${id}`, ada)).toMatchObject({ status: 503, code: 'unavailable' })
  },
)

test('a short original with other bytes is offline, and counted (F3)', async () => {
  const ada = await createUser(database)
  const id = await add(ada, short)
  fail({ 'GET originals': 'other bytes' })
  const counted = async () => {
    const { text } = await readMetrics(server.adminUrl as string)
    return Number(/^media_library_damaged_originals_total (\d+)$/m.exec(text)?.[1])
  }
  const before = await counted()

  const whole = await load(server, `/download/asset/${id}`, ada)
  const part = await load(server, `/asset/file/${id}`, ada, { headers: { range: 'bytes=0-9' } })

  expect([whole.status, whole.code, part.status]).toEqual([404, 'offline', 206])
  expect((await counted()) - before).toBe(1)
})

test.each<[string, Record<string, StoreFault>, Buffer]>([
  ['has nothing of', { 'PUT originals': 'kept nothing' }, long],
  ['has half of', { 'HEAD originals': 'half answer' }, long],
  ['has other bytes of', { 'HEAD originals': 'other etag', 'GET originals': 'other bytes' }, long],
  ['has nothing of the parts of', { 'POST originals uploadId': 'kept nothing' }, inParts],
  ['refuses', { 'PUT originals': 'failed', 'PUT originals partNumber': 'failed' }, inParts],
])('an upload is refused when the store %s what it was sent, and is stored when it is sent again', async (...given) => {
  const [, faults, content] = given
  const ada = await createUser(database)
  fail(faults)

  const refused = await upload(server, ada, { assetData: makeFile(content) })
  proxy.fail(() => null)
  const id = await add(ada, content)

  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(1)
  expect((await load(server, `/download/asset/${id}`, ada)).bytes.equals(content)).toBe(true)
})

test('an upload is stored where an ETag tells nothing of the content', async () => {
  const ada = await createUser(database)
  fail({ 'HEAD originals': 'other etag' })

  for (const content of [long, inParts]) await add(ada, content)
})

test('a part of which the store keeps nothing has not arrived (UP17)', async () => {
  const ada = await createUser(database)
  const { address } = await create(server, ada, long.length)
  fail({ 'PUT originals': 'kept nothing' })

  const refused = await patch(ada, address, 0, long)
  proxy.fail(() => null)
  const { offset } = await head(ada, address)
  const stored = await patch(ada, address, 0, long)

  expect([refused.status, offset, stored.status]).toEqual([503, 0, 204])
  expect((await load(server, `/download/asset/${stored.result?.id}`, ada)).bytes.equals(long)).toBe(true)
})
