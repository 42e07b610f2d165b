import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, createTag } from '../../support/database/factories.js'
import { byLevel, report } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'

const SECONDS = byLevel(20, 180, 3_600)
const PER_SECOND = byLevel(100, 300, 300)
const LISTED = 20
const MOST_AT_ONCE = 200
/** In twenty seconds, a service is still warming up. */
const MOST_MB = byLevel(25, 10, 10)

function readGauge(metrics: string, name: string) {
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1])
}

/** Memory goes up and down with the collector; its floor is what is kept. */
function findFloor(samples: number[]) {
  return Math.min(...samples)
}

test(`${PER_SECOND} requests a second for ${SECONDS} s leak nothing`, async () => {
  const { url: databaseUrl, database, ada } = await useAdasLibrary()
  const assetIds = await createAssets(database, ada, LISTED)
  const tag = await createTag(database, ada, { assetIds })
  const service = await serve({ DATABASE_URL: databaseUrl, ADMIN_PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }, [
    '--no-worker',
  ])
  const statuses = new Map<number, number>()
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${service.url}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': ada.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
  const kinds = [
    () => ask(`tag/${tag.id}/assets`),
    () => ask('album', { albumName: 'Soak', assetIds }),
    () => ask('asset/jobs', { assetIds, name: 'refresh-metadata' }),
    () => ask('oauth/config', { redirectUri: 'http://127.0.0.1/' }),
    () => ask('tag/no-id/assets'),
  ]
  const samples: { heap: number; files: number; connections: number }[] = []
  const sample = async () => {
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text()
    samples.push({
      heap: readGauge(metrics, 'nodejs_heap_size_used_bytes') / 2 ** 20,
      files: readGauge(metrics, 'process_open_fds'),
      connections: readGauge(metrics, 'media_library_database_connections'),
    })
  }

  const running = new Set<Promise<void>>()
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  let sent = 0
  // A machine that is too busy for the rate takes longer over as many requests.
  for (let tick = 0; seconds() < SECONDS || sent < PER_SECOND * SECONDS; tick += 1) {
    // What a busy moment left behind is made up for little by little: all at once would open as many connections.
    const due = running.size > MOST_AT_ONCE ? sent : Math.min(PER_SECOND * seconds(), sent + PER_SECOND / 10)
    for (; sent < due; sent += 1) {
      const one: Promise<void> = (kinds[sent % kinds.length] as () => Promise<void>)().finally(() =>
        running.delete(one),
      )
      running.add(one)
    }
    if (tick % 10 === 0) await sample()
    await sleep(50)
  }
  await Promise.all(running)

  const third = Math.floor(samples.length / 3)
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(-third)]
  const grown = findFloor(late.map(({ heap }) => heap)) - findFloor(early.map(({ heap }) => heap))
  report('soak', {
    requests: [...statuses.values()].reduce((a, b) => a + b, 0),
    'heap grown by MB': grown.toFixed(1),
    files: late.at(-1)?.files ?? 0,
  })
  expect([...statuses.keys()].sort()).toEqual([200, 201, 204, 400])
  expect(grown).toBeLessThan(MOST_MB)
  expect(Math.max(...late.map(({ files }) => files))).toBeLessThanOrEqual(
    Math.max(...early.map(({ files }) => files)) + 20,
  )
  expect(Math.max(...late.map(({ connections }) => connections))).toBeLessThanOrEqual(20)
  await service.stop('SIGTERM')
})
