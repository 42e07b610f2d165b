import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@media-library/client'
import { expect, onTestFinished, test } from 'vitest'
import { countOpenJobs } from '../../../src/jobs/queue/list-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, type TestUser } from '../../support/database/factories.js'
import { load } from '../../support/http/file-library.js'
import { noteEnds } from '../../support/jobs/job-ends.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { draw } from '../../support/random.js'
import { openObjectStore } from '../../support/storage/object-store.js'
import { until } from '../../support/until.js'
import { sendAnywhere } from '../../support/uploads/resumable.js'
import { toSha1 } from '../../support/uploads/upload.js'

const KILLS = byLevel(2, 8, 100)
const AT_ONCE = 4
const PART_BYTES = 2_000_000

test.each([2, 3])(
  `%i servers with workers, which share a bucket alone, are killed ${KILLS} times: each upload is there once with its pictures, and clients of all servers hear of it`,
  async (size) => {
    const { url, database, ada } = await useAdasLibrary()
    const store = await openObjectStore()
    const listEnds = await noteEnds(database)
    /** A machine that has nothing yet. */
    const start = async () =>
      serve({
        ...store.originals,
        DATABASE_URL: url,
        DATA_DIR: await makeFolder(),
        UPLOAD_RESERVE: '0',
        RATE_LIMIT: '0',
        WORKER_IMAGES: '1',
        WORKER_METADATA: '1',
        LOG_LEVEL: 'fatal',
      })
    const servers = await Promise.all(Array.from({ length: size }, start))
    const heard = servers.map((_, place) => listen(() => servers[place]?.url ?? '', ada))
    await until(() => createAssets(database, ada, 1).then(() => heard.every((events) => events.size > 0)))
    await database.asset.deleteMany()

    const contents = new Map<string, string>()
    const counts = { failed: 0, parts: 0 }
    let isOver = false
    const send = async () => {
      while (!isOver) {
        const content = Buffer.concat([await makeJpeg(), Buffer.alloc(draw(0, 2 * PART_BYTES))])
        const { id } = await sendAnywhere(servers, ada, content, { partBytes: PART_BYTES, counts })
        contents.set(id, toSha1(content))
      }
    }
    const sending = Promise.all(Array.from({ length: AT_ONCE }, send))
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.race([sleep(draw(0, 3_000)), sending])
      const victim = draw(0, size - 1)
      await servers[victim]?.stop('SIGKILL')
      servers[victim] = await start()
    }
    isOver = true
    await sending
    await until(async () => (await countOpenJobs(database)) === 0)

    const ids = [...contents.keys()].sort()
    const jobs = ids.flatMap((id) => [`${id} refresh-metadata`, `${id} regenerate-thumbnail`])
    const ends = await listEnds()
    report(`${KILLS} × kill -9 of one of ${size} servers on a bucket`, {
      uploads: ids.length,
      jobs: ends.length,
      ...counts,
    })
    const assets = await database.asset.findMany({ orderBy: { id: 'asc' } })
    expect(assets.map(({ id, checksum }) => [id, Buffer.from(checksum).toString('hex')])).toEqual(
      ids.map((id) => [id, contents.get(id)]),
    )
    expect(ends.map(({ asset_id, name, state }) => `${asset_id} ${name} ${state}`).sort()).toEqual(
      jobs.map((job) => `${job} succeeded`),
    )
    for (const events of heard) await until(() => [...ids, ...jobs].every((event) => events.has(event)))

    // What the killed ones left is removed at the next start.
    await database.fileRemoval.updateMany({ data: { dueAt: new Date() } })
    const another = await start()
    const paths = assets.map(({ originalPath }) => originalPath.slice('s3://library/'.length)).sort()
    const stored = async () => (await store.list()).filter((key) => key.startsWith('originals/'))
    await until(async () => (await stored()).length === paths.length)
    expect(await stored()).toEqual(paths)
    for (const [id, sha1] of contents) {
      expect(toSha1((await load(another, `/download/asset/${id}`, ada)).bytes)).toBe(sha1)
      expect((await load(another, `/asset/thumbnail/${id}`, ada)).status).toBe(200)
    }
  },
)

/** Listens at a place where one server may follow another, for the length of a test. Collects the assets and jobs that it hears of. */
function listen(toUrl: () => string, { apiKey }: TestUser): Set<string> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const ask: typeof fetch = (input, init) => fetch(String(input).replace('http://server', toUrl()), init)
  const client = createClient({ baseUrl: 'http://server', apiKey, fetch: ask })
  const heard = new Set<string>()
  const hear = async () => {
    for await (const event of client.listenToEvents({ signal: leaving.signal })) {
      if (event.type === 'asset.added') heard.add(event.assetId)
      if (event.type === 'job.finished') heard.add(`${event.assetId} ${event.name}`)
    }
  }
  void hear().catch(() => {})
  return heard
}
