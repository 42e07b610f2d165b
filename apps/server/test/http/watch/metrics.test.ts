import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAssets, createUser } from '../../support/database/factories.js'
import { clientOf, send } from '../../support/http/client.js'
import { startGatedServer } from '../../support/http/gated-server.js'
import { databaseWaits } from '../../support/long.js'

function start() {
  return startGatedServer({ ADMIN_PORT: '0', ...databaseWaits })
}

/** The value of each series. */
async function scrape(adminUrl: string | null) {
  const response = await fetch(`${adminUrl}/metrics`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at).replace(/^media_library_/, ''), Number(line.slice(at))]
    }),
  )
}

test('requests are counted by operation and status, and no path becomes a label', async () => {
  const service = await start()
  const { apiKey } = await createUser(service.database)
  const client = clientOf(service, { apiKey })

  await client.createAlbum({ body: { albumName: 'Summer' } })
  await client.getTagAssets({ params: { id: randomUUID() } })
  await client.generateOAuthConfig({ body: { redirectUri: 'http://localhost/' } })
  await send(service, `/nothing/${randomUUID()}`)
  await send(service, '/livez')
  const found = await scrape(service.adminUrl)

  const counted = [...found].filter(([series]) => series.startsWith('http_requests_total'))
  expect(counted).toEqual([
    ['http_requests_total{operation="createAlbum",status="201"}', 1],
    ['http_requests_total{operation="getTagAssets",status="404"}', 1],
    ['http_requests_total{operation="generateOAuthConfig",status="201"}', 1],
    ['http_requests_total{operation="none",status="404"}', 1],
  ])
  expect(found.get('deprecated_calls_total{operation="generateOAuthConfig"}')).toBe(1)
  expect(found.get('http_request_duration_seconds_count{operation="createAlbum"}')).toBe(1)
  expect(found.get('http_requests_in_flight')).toBe(0)
})

test('cover jobs, workers, the pool and the process', async () => {
  const service = await start()
  const owner = await createUser(service.database)
  const assetIds = await createAssets(service.database, owner, 3)
  await clientOf(service, owner).runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })

  const found = await scrape(service.adminUrl)

  expect(found.get('jobs{name="refresh-metadata",state="queued"}')).toBe(3)
  expect(found.get('jobs_oldest_waiting_seconds{name="refresh-metadata"}')).toBeGreaterThanOrEqual(0)
  expect(found.get('workers')).toBe(0)
  expect(found.get('database_up')).toBe(1)
  expect(found.get('database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(found.get('database_queries_waiting')).toBe(0)
  expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('are answered within seconds when the database is silent, without those of jobs', async () => {
  const service = await start()
  await scrape(service.adminUrl)
  service.gateway.hang()
  const startedAt = performance.now()

  const found = await scrape(service.adminUrl)

  expect(performance.now() - startedAt).toBeLessThan(30_000)
  expect(found.get('database_up')).toBe(0)
  expect([...found.keys()].filter((series) => series.startsWith('jobs'))).toEqual([])
})

test('the admin port serves probes and metrics, and nothing else', async () => {
  const { adminUrl, url } = await start()

  const paths = ['/livez', '/metrics', '/', '/api/album']
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${adminUrl}${path}`)).status))
  const post = await fetch(`${adminUrl}/metrics`, { method: 'POST' })
  const onService = await fetch(`${url}/metrics`)

  expect(statuses).toEqual([200, 200, 404, 404])
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(onService.status).toBe(404)
})

test('there is no admin port unless one is configured', async () => {
  const { adminUrl } = await startGatedServer()

  expect(adminUrl).toBeNull()
})
