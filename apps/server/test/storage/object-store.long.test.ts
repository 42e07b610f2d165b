import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { load } from '../support/http/file-library.js'
import { byLevel, databaseWaits, report } from '../support/long.js'
import { serve } from '../support/processes/serve-process.js'
import { draw } from '../support/random.js'
import { openOriginalsLibrary } from '../support/storage/originals-library.js'
import { openStoreProxy } from '../support/storage/store-proxy.js'
import { hasSwift, startSwift } from '../support/storage/swift.js'
import { until } from '../support/until.js'
import { filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'

const KILLS = byLevel(2, 4, 40)

/** Beyond two parts of an upload to the store. */
const LARGE = 20_000_000

describe.skipIf(!hasSwift)('originals in OpenStack Swift', async () => {
  if (!hasSwift) return
  const swift = await startSwift()
  afterAll(swift.close)
  const proxy = await openStoreProxy(swift.environment['S3_ENDPOINT'] as string)
  afterAll(proxy.close)
  const environment = { ...swift.environment, S3_ENDPOINT: proxy.url }
  const { server, worker, folders, purgeNow } = await openOriginalsLibrary(environment)
  const { database, databaseUrl } = server
  const jpeg = await makeJpeg()

  const makePhoto = (bytes: number) => Buffer.concat([jpeg, randomBytes(bytes)])
  const sendTo = ({ url }: { url: string }, owner: TestUser, content: Buffer) =>
    upload({ url }, owner, { assetData: makeFile(content) })

  /** The bucket has the originals of all assets with their checksums, and nothing else, once what is due has been removed. */
  const requireWhole = async (contents: Map<string, Buffer>, owner: TestUser) => {
    await database.fileRemoval.updateMany({ data: { dueAt: new Date() } })
    await purgeNow()
    const assets = await database.asset.findMany({ where: { ownerId: owner.id } })
    const keys = (await swift.list()).filter((key) => key.includes(owner.id))
    expect(keys).toEqual(assets.map(({ originalPath }) => originalPath.slice('s3://library/'.length)).sort())
    expect(assets.map(({ checksum }) => Buffer.from(checksum).toString('hex')).sort()).toEqual(
      [...contents.keys()].sort(),
    )
    for (const { id, checksum } of assets) {
      const { bytes } = await load(server, `/download/asset/${id}`, owner)
      expect(toSha1(bytes)).toBe(Buffer.from(checksum).toString('hex'))
    }
  }

  test('uploads of all sizes are there byte for byte, have their pictures, and go without a rest', async () => {
    const ada = await createUser(database)
    const contents = new Map([1_000, 9_000_000, LARGE].map(makePhoto).map((content) => [toSha1(content), content]))

    const answers = await Promise.all([...contents.values()].map((content) => sendTo(server, ada, content)))
    await worker.drained()

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    await requireWhole(contents, ada)
    const ids = answers.map(({ body }) => body.id)
    for (const id of ids) expect((await load(server, `/asset/thumbnail/${id}`, ada)).status).toBe(200)
    const range = { range: 'bytes=8388600-8388620' }
    const part = await load(server, `/asset/file/${ids[2]}`, ada, { headers: range })
    expect(part.bytes.equals([...contents.values()][2]?.subarray(8_388_600, 8_388_621) as Buffer)).toBe(true)
    await asProgram(server, ada).deleteAssets({ ids, force: true })
    await until(async () => {
      await purgeNow()
      return (await swift.list()).length === 0
    })
    for (const folder of folders) expect(await filesIn(join(folder, 'upload'))).toEqual([])
  })

  test('an upload of 5 MB is one request to the store, and a download two', async () => {
    const ada = await createUser(database)
    const ask = async <T>(work: () => Promise<T>) => {
      const before = proxy.asked.length
      const result = await work()
      return { result, asked: proxy.asked.slice(before) }
    }

    const sent = await ask(() => sendTo(server, ada, makePhoto(5_000_000)))
    const jobs = await ask(worker.drained)
    const download = await ask(() => load(server, `/download/asset/${sent.result.body.id}`, ada))

    const asked = [...sent.asked, ...jobs.asked].filter((each) => each.includes('originals')).sort()
    expect(asked.filter((each) => each.startsWith('PUT'))).toHaveLength(1)
    expect(download.asked).toEqual(['HEAD originals', 'GET originals'])
    report('requests to the store for an upload of 5 MB and its jobs', { asked: asked.join(', ') })
  })

  test.each([1_000, LARGE])(
    'a file of %i bytes is refused while a node is dead, and is stored later',
    async (bytes) => {
      const ada = await createUser(database)
      const content = makePhoto(bytes)
      await swift.killNode()

      const refused = await sendTo(server, ada, content)
      await swift.startNode()
      const later = await sendTo(server, ada, content)

      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
      expect(later.status).toBe(201)
      await requireWhole(new Map([[toSha1(content), content]]), ada)
    },
  )

  test('a store that asks to slow down is asked again, and an upload is refused when it goes on so', async () => {
    const ada = await createUser(database)
    const content = makePhoto(LARGE)
    onTestFinished(() => proxy.fail(() => null))

    proxy.fail(() => 'slow down')
    const refused = await sendTo(server, ada, content)
    const told = new Set<number>()
    let count = 0
    // Each third request is refused.
    proxy.fail(() => {
      count += 1
      if (count % 3 !== 0) return null
      told.add(count)
      return 'slow down'
    })
    const stored = await sendTo(server, ada, content)
    proxy.fail(() => null)

    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect([stored.status, told.size > 0]).toEqual([201, true])
    await requireWhole(new Map([[toSha1(content), content]]), ada)
  })

  test.each([1_000, LARGE])('a file of %i bytes whose answers are lost is stored once in the end', async (bytes) => {
    const ada = await createUser(database)
    const content = makePhoto(bytes)
    onTestFinished(() => proxy.fail(() => null))
    const lost = new Set<string>()
    // The first answer to each kind of request is lost, after it was done.
    proxy.fail((asked) => {
      if (!/^(PUT|POST) originals/.test(asked) || lost.has(asked)) return null
      lost.add(asked)
      return 'lost answer'
    })

    const answers = [await sendTo(server, ada, content), await sendTo(server, ada, content)]

    expect(lost.size).toBe(bytes === LARGE ? 3 : 1)
    expect(answers.map(({ status }) => status)).toSatisfy(
      ([first, second]) => (first === 201 && second === 200) || (first === 503 && second === 201),
    )
    report(`lost answers for ${bytes} bytes`, { first: answers[0]?.status ?? 0 })
    await requireWhole(new Map([[toSha1(content), content]]), ada)
  })

  test('a read that stands still is cut off for the reader, and fails the job with its reason', async () => {
    const ada = await createUser(database)
    const content = makePhoto(LARGE)
    onTestFinished(() => proxy.fail(() => null))
    proxy.fail((asked) => (asked === 'GET originals' ? 'stalled' : null))

    const { body } = await sendTo(server, ada, content)
    await expect(load(server, `/download/asset/${body.id}`, ada)).rejects.toThrow()
    const job = await until(() =>
      database.assetJob.findFirst({ where: { assetId: body.id, name: 'regenerate-thumbnail', reason: { not: null } } }),
    )
    proxy.fail(() => null)
    await worker.drained()

    expect(job.reason).toContain('cannot be read: it does not answer')
    expect(await database.assetJob.findMany({ where: { assetId: body.id, state: 'failed' } })).toEqual([])
  })

  test(`a server that is killed ${KILLS} times while files arrive leaves each asset whole, and nothing else`, async () => {
    const ada = await createUser(database)
    const env = {
      ...databaseWaits,
      ...environment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: await makeFolder(),
      UPLOAD_RESERVE: '0',
      RATE_LIMIT: '0',
    }
    const acknowledged = new Map<string, Buffer>()
    let cut = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await serve(env, ['--no-worker'])
      let isKilled = false
      const send = async () => {
        while (!isKilled) {
          const content = Buffer.concat([makePhoto(draw(0, LARGE)), Buffer.from(randomUUID())])
          try {
            if ((await sendTo(service, ada, content)).status === 201) acknowledged.set(toSha1(content), content)
          } catch {
            cut += 1
          }
        }
      }
      const sending = [send(), send(), send()]
      await until(() => acknowledged.size > kill)
      await sleep(draw(0, 1_500))
      isKilled = true
      await service.stop('SIGKILL')
      await Promise.all(sending)
    }

    const stored = await database.asset.findMany({ where: { ownerId: ada.id }, select: { checksum: true } })
    const checksums = stored.map(({ checksum }) => Buffer.from(checksum).toString('hex'))
    report(`${KILLS} × kill -9 during uploads to a bucket`, {
      acknowledged: acknowledged.size,
      assets: stored.length,
      cut,
    })
    expect([...acknowledged.keys()].filter((checksum) => !checksums.includes(checksum))).toEqual([])
    expect(cut).toBeGreaterThan(0)
    await requireWhole(new Map(checksums.map((checksum) => [checksum, jpeg])), ada)
  })
})
