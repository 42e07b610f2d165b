import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { databaseEnvironment } from '../../support/database/database.js'
import { createAssets } from '../../support/database/factories.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { type ServeProcess, serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

const KILLS = byLevel(2, 20, 500)
const CLIENTS = 6
const ALBUM = 7

/** A service with its worker that is started again whenever it has died. */
function createService(databaseUrl: string, dataDir: string) {
  let current: Promise<ServeProcess>
  const start = () => {
    current = serve({ ...databaseEnvironment(databaseUrl), DATA_DIR: dataDir, RATE_LIMIT: '0', LOG_LEVEL: 'fatal' })
    return current
  }
  return {
    start,
    url: async () => (await current).url,
    kill: async () => {
      const { child, ended } = await current
      const killed = performance.now()
      child.kill('SIGKILL')
      await ended
      const { url } = await start()
      await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok)
      return performance.now() - killed
    },
    stop: async () => (await current).stop('SIGTERM'),
  }
}

test('kill -9 under load loses nothing that was acknowledged, and repeats no effect', async () => {
  const { url: databaseUrl, database, ada } = await useAdasLibrary()
  const assetIds = await createAssets(database, ada, ALBUM)
  const service = createService(databaseUrl, '/nowhere')
  await service.start()
  const acknowledged = new Map<string, string>()
  const askedFor = new Set<string>()
  let stopping = false

  /** Sends a request with one key until it is answered. */
  const insist = (path: string, key: string, body: object) =>
    until(async () => {
      const response = await fetch(`${await service.url()}/api/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': ada.apiKey, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }).catch(() => null)
      const text = await response?.text().catch(() => null)
      if (response && response.status < 400 && typeof text === 'string') return { text }
      if (response && ![409, 503].includes(response.status)) throw new Error(`${response.status} ${text}`)
      return null
    })
  const load = async () => {
    while (!stopping) {
      const name = randomUUID()
      const album = await insist('album', name, { albumName: name, assetIds })
      acknowledged.set(name, JSON.parse(album.text).id)
      const [assetId] = (await createAssets(database, ada, 1)) as [string]
      await insist('asset/jobs', randomUUID(), { assetIds: [assetId], name: 'transcode-video' })
      askedFor.add(assetId)
    }
  }
  const clients = Array.from({ length: CLIENTS }, load)
  const times: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(300 + Math.random() * 700)
    times.push(await service.kill())
  }
  stopping = true
  await Promise.all(clients)

  const albums = await database.album.findMany({ include: { _count: { select: { assets: true } } } })
  expect(new Map(albums.map(({ albumName, id }) => [albumName, id]))).toEqual(acknowledged)
  expect(albums).toHaveLength(acknowledged.size)
  expect(albums.filter(({ _count }) => _count.assets !== ALBUM)).toEqual([])
  const unfinished = () =>
    database.assetJob.count({ where: { assetId: { in: [...askedFor] }, state: { not: 'skipped' } } })
  await until(async () => (await unfinished()) === 0)
  expect(await database.assetJob.count({ where: { assetId: { in: [...askedFor] } } })).toBe(askedFor.size)
  times.sort((a, b) => a - b)
  const [median, worst] = [times[Math.floor(times.length / 2)], times.at(-1)].map((ms) => Math.round(ms as number))
  report(`${KILLS} × kill -9`, {
    albums: albums.length,
    jobs: askedFor.size,
    'ready again in ms, median': median as number,
    worst: worst as number,
  })
  expect(median).toBeLessThan(toBusyLimit(3_000))
  await service.stop()
})
