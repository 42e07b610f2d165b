import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findCommit } from '../../../src/process/commit.js'
import { version } from '../../../src/process/version.js'
import { createAsset, createAssets, createUser } from '../../support/database/factories.js'
import { query } from '../../support/database/query.js'
import { createClientFor, send } from '../../support/http/client.js'
import { startGatedServer } from '../../support/http/gated-server.js'
import { databaseWaits } from '../../support/long.js'
import { startCli } from '../../support/processes/cli.js'
import { until, within } from '../../support/until.js'

function start(atEnd?: typeof afterAll) {
  return startGatedServer({ ADMIN_PORT: '0', ...databaseWaits }, atEnd)
}

/** Nobody has requested anything of it before the first test. */
const service = await start(afterAll)

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
  const { apiKey } = await createUser(service.database)
  const client = createClientFor(service, { apiKey })

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
  const owner = await createUser(service.database)
  const assetIds = await createAssets(service.database, owner, 3)
  await createClientFor(service, owner).runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })

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

test('add up the quotas of all users, without naming one', async () => {
  // Quotas are added up every few seconds.
  const service = await start()
  const [full, roomy] = [await createUser(service.database), await createUser(service.database)]
  await createUser(service.database)
  for (const [user, quotaBytes] of [
    [full, 1_000],
    [roomy, 5_000],
  ] as const) {
    await service.database.user.update({ where: { id: user.id }, data: { quotaBytes } })
    await createAsset(service.database, user, { uploadedBytes: 900 })
  }

  const found = await scrape(service.adminUrl)

  expect([found.get('quota_bytes'), found.get('quota_used_bytes')]).toEqual([6_000, 1_800])
  expect(found.get('quota_users{state="all"}')).toBe(2)
  expect(found.get('quota_users{state="nearly full"}')).toBe(1)
})

test('tell what runs, and which statements of an operation failed', async () => {
  const service = await start()
  const { apiKey } = await createUser(service.database)
  await query(service.databaseUrl, 'ALTER TABLE tag RENAME TO hidden')
  await send(service, `/api/tag/${randomUUID()}/assets`, { apiKey })

  const found = await scrape(service.adminUrl)

  const commit = (await findCommit()) ?? 'unknown'
  expect(found.get(`build_info{version="${version}",node="${process.versions.node}",commit="${commit}"}`)).toBe(1)
  expect(found.get('database_statement_failures_total{failure="refused"}')).toBeGreaterThan(0)
  expect(found.get('database_statement_duration_seconds_count{operation="getTagAssets"}')).toBeGreaterThan(0)
})

test('a worker that runs alone tells of its attempts, and answers probes until it stops', async () => {
  const owner = await createUser(service.database)
  const child = startCli(['worker'], { DATABASE_URL: service.databaseUrl, ADMIN_PORT: '0', LOG_LEVEL: 'silent' })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const adminUrl = await until(() => /^Metrics: (\S+)\/metrics$/m.exec(said)?.[1])
  const assetIds = await createAssets(service.database, owner, 1)
  await createClientFor(service, owner).runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })

  const found = await until(async () => {
    const scraped = await scrape(adminUrl)
    return scraped.get('job_attempts_total{name="refresh-metadata",outcome="failed"}') ? scraped : null
  })
  const ready = await fetch(`${adminUrl}/readyz`)

  expect(ready.status).toBe(200)
  expect(found.get('workers')).toBe(1)
  expect(found.get('job_duration_seconds_count{name="refresh-metadata"}')).toBeGreaterThan(0)
  expect(found.get('database_statement_duration_seconds_count{operation="refresh-metadata"}')).toBeGreaterThan(0)
  child.kill('SIGTERM')
  expect(await within('the end of the worker', once(child, 'exit'))).toEqual([0, null])
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
  expect(found.get('scrape_failures_total{source="jobs"}')).toBeGreaterThan(0)
  expect(found.get('disk_free_bytes{folder="DATA_DIR"}')).toBeGreaterThan(0)
})

test('the admin port serves probes and metrics, and nothing else', async () => {
  const { adminUrl, url } = service

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
