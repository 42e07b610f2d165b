import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { connect, disconnect } from '../../src/database/connect.js'
import { makeSharedFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createTestDatabase } from '../support/database/database.js'
import { createUser } from '../support/database/factories.js'
import { createClientFor, send } from '../support/http/client.js'
import { testPool } from '../support/long.js'
import { serve } from '../support/processes/serve-process.js'
import { openObjectStore } from '../support/storage/object-store.js'
import { until } from '../support/until.js'
import { makeFile, upload } from '../support/uploads/upload.js'
import { hasPrometheus, type PrometheusConfig, promtool, startPrometheus } from '../support/watch/prometheus.js'
import { listSeriesNames, readMetrics } from '../support/watch/served-metrics.js'
import { readText, toPath } from './files.js'

const { url: databaseUrl, drop } = await createTestDatabase()
const database = connect(databaseUrl, testPool)
const store = await openObjectStore({ atEnd: afterAll })
afterAll(() => disconnect(database).then(drop))
/** The service with its worker in a process of its own. */
const { url, adminUrl } = await serve(
  {
    ...store.originals,
    ADMIN_PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: await makeSharedFolder(),
    UPLOAD_RESERVE: '0',
  },
  [],
  afterAll,
)
const server = { url, adminUrl, database, databaseUrl }
const owner = await createUser(database)

const page = readText('docs/operate/monitoring.md')

/** Has each part of the service do something: requests, statements, a job, and a bucket. */
async function keepBusy() {
  const client = createClientFor(server, owner)
  const { status } = await upload(server, owner, { assetData: makeFile(await makeJpeg(), `${randomUUID()}.jpg`) })
  await client.createAlbum({ body: { albumName: 'Summer' } })
  await client.generateOAuthConfig({ body: { redirectUri: 'http://localhost/' } })
  await send(server, '/nothing')
  expect([200, 201]).toContain(status)
}

/** Waits until a job has ended whose files are in the bucket. */
function untilWorked() {
  return until(async () => {
    const { text } = await readMetrics(adminUrl)
    return /job_attempts_total\{name="regenerate-thumbnail",outcome="succeeded"\} [1-9]/.test(text)
  })
}

test('the page lists the metrics of a service at work, with their types, labels and meaning', async () => {
  await keepBusy()
  await untilWorked()

  const { metrics } = await readMetrics(adminUrl)

  const own = metrics.filter(({ name }) => !/^(process|nodejs)_/.test(name))
  const lines = own.map(({ name, type, help, labels }) => {
    const braces = labels.length > 0 ? `{${labels.join(', ')}}` : ''
    return `\`${name}${braces}\` ${type}: ${help}`
  })
  const listed = [...page.matchAll(/^- (`media_library_(?:.|\n {2})+)$/gm)].map(([, line = '']) => line)
  expect(listed.map((line) => line.replaceAll(/\s+/g, ' ')).toSorted()).toEqual(lines.toSorted())
})

/** Returns the names of metrics in an expression. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:media_library|process|nodejs)_\w+/g) ?? []
}

const alerts = parse(readText('docs/operate/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
const alertExpressions = alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))

const dashboard = JSON.parse(readText('docs/operate/dashboard.json')) as {
  panels: { targets?: { expr: string }[] }[]
}
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('each metric of an alert or a panel is served, and each served one is in a panel or an alert', async () => {
  const { metrics } = await readMetrics(adminUrl)
  const named = [...alertExpressions, ...panelExpressions].flatMap(namesIn)

  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !metrics.flatMap(listSeriesNames).includes(name))).toEqual([])
  const unseen = metrics.filter((metric) => !listSeriesNames(metric).some((name) => named.includes(name)))
  expect(unseen.map(({ name }) => name).filter((name) => name.startsWith('media_library_'))).toEqual([
    'media_library_deprecated_calls_total',
  ])
})

test.runIf(hasPrometheus)('the alerts are valid, and fire when they should and not before', async () => {
  await promtool('check', 'rules', toPath('docs/operate/alerts.yaml'))
  await promtool('test', 'rules', toPath('apps/server/test/root/alerts.yaml'))
})

test.runIf(hasPrometheus)('Prometheus that is set up as the page says has data for each panel', async () => {
  const [yaml = ''] = [...page.matchAll(/```yaml\n([^`]*)```/g)].map(([, code = '']) => code)
  const config = parse(yaml) as PrometheusConfig
  const targets = config.scrape_configs.map((each) => ({
    ...each,
    static_configs: [{ targets: [new URL(adminUrl).host] }],
  }))
  const rules = config.rule_files.map((name) => toPath(`docs/operate/${name}`))
  const count = await startPrometheus({ rule_files: rules, scrape_configs: targets })
  const expressions = panelExpressions.map((expression) => expression.replaceAll('$__rate_interval', '1m'))

  for (const expression of expressions) {
    await until(async () => {
      await keepBusy()
      return (await count(expression)) > 0
    })
  }
  for (const expression of alertExpressions) await count(expression)
})
