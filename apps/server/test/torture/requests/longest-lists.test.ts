import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_IDS } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { createTag, createTaggedAssets, createUser } from '../../support/database/factories.js'
import { query } from '../../support/database/query.js'
import { countAssets } from '../../support/http/asset-counter.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report } from '../../support/long.js'
import { watchMemory } from '../../support/processes/memory.js'
import { serve } from '../../support/processes/serve-process.js'

const COUNT = 100_000

const { url: inProcess, database, databaseUrl } = await startTestServer()
const ada = await createUser(database)

async function post(url: string, path: string, body: object) {
  const asked = request(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': ada.apiKey, 'content-type': 'application/json' },
    agent: false,
  })
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, assets: await countAssets(response) }
}

const { tag: long, assetIds: everything } = await createTaggedAssets(database, ada, COUNT)

async function list(url: string, tag: { id: string }): Promise<IncomingMessage> {
  const asked = request(`${url}/api/tag/${tag.id}/assets`, { headers: { 'x-api-key': ada.apiKey }, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response
}

describe.runIf(process.platform === 'linux')('100,000 ids, a tenth of them twice (C7)', () => {
  const assetIds = [...everything.slice(COUNT * 0.1), ...everything.slice(-COUNT * 0.1)]

  const startServer = async () => {
    const { url, child } = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }, ['--no-worker'])
    await post(url, 'album', { albumName: 'Warm' })
    return { url, grownBy: await watchMemory(child.pid as number) }
  }

  const asks = [
    ['createAlbum', 'album', { albumName: 'Everything' }, { status: 201, assets: COUNT * 0.9 }],
    ['runAssetJobs', 'asset/jobs', { name: 'refresh-metadata' }, { status: 204, assets: 0 }],
  ] as const

  test.each(asks.flatMap((ask) => byLevel([1], [1], [1, 10]).map((times) => [times, ...ask] as const)))(
    '%i at once in %s are accepted with at most 250 MB',
    async (times, operation, path, body, expected) => {
      const { url, grownBy } = await startServer()

      const answers = await Promise.all(Array.from({ length: times }, () => post(url, path, { ...body, assetIds })))

      const grown = grownBy()
      report(`${times} × ${operation} of 100,000 ids`, { 'memory grown by MB': Math.round(grown) })
      expect(answers).toEqual(answers.map(() => expected))
      expect(grown).toBeLessThan(250)
    },
  )

  test.each(asks)('one more in %s is refused', async (_operation, path, body) => {
    const { status } = await post(inProcess, path, { ...body, assetIds: [...assetIds, randomUUID()] })

    expect(status).toBe(400)
  })
})

test.runIf(process.platform === 'linux')(
  'a server that sends 100,000 assets stays small, however slowly they are read (T2)',
  async () => {
    const { url, child } = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }, ['--no-worker'])
    await countAssets(await list(url, await createTag(database, ada)))
    const grownBy = await watchMemory(child.pid as number)

    const [slow, quick] = await Promise.all([list(url, long), list(url, long)])
    const [read] = await Promise.all([countAssets(quick), sleep(2_000).then(() => slow.destroy())])

    const grown = grownBy()
    report('list of 100,000 assets', { 'memory grown by MB': grown.toFixed(0) })
    expect(read).toBe(COUNT)
    expect(grown).toBeLessThan(150)
  },
)

test('a list of 1,000 assets occupies no connection, although its reader never reads (T2)', async () => {
  const { tag } = await createTaggedAssets(database, ada, 1_000)
  const waits = { DATABASE_WAIT_SECONDS: '20', DATABASE_STATEMENT_SECONDS: '20' }
  const { url } = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT: '0', ...waits }, ['--no-worker'])
  const openTransactions = async () => {
    const [row] = await query<{ count: number }>(
      databaseUrl,
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
         AND backend_type = 'client backend'`,
    )
    return row?.count
  }

  const responses = await Promise.all(Array.from({ length: 12 }, () => list(url, tag)))

  await expect.poll(openTransactions).toBe(0)
  expect(await Promise.all(responses.map(countAssets))).toEqual(responses.map(() => 1_000))
})

const position = 77_777

function create(assetIds: unknown[]) {
  return send({ url: inProcess }, '/api/album', {
    method: 'POST',
    apiKey: ada.apiKey,
    body: { albumName: '', assetIds },
  })
}

describe(`a wrong id in a list of ${MAX_IDS}`, () => {
  test('is named by its position when it is not a UUID (C11)', async () => {
    const ids: unknown[] = Array.from({ length: MAX_IDS }, () => randomUUID())
    ids[position] = 'x'

    const { status, body } = await create(ids)

    expect({ status, errors: body.errors, count: body.errorCount }).toEqual({
      status: 400,
      errors: [{ pointer: `/assetIds/${position}`, code: 'invalid_id', detail: 'must be a UUID' }],
      count: 1,
    })
  })

  test('is named by its position when it cannot be used (C8)', async () => {
    const ids = [...everything]
    ids[position] = randomUUID()

    const { status, body } = await create(ids)

    expect({ status, code: body.code, count: body.errorCount }).toEqual({ status: 400, code: 'unusable_ids', count: 1 })
    expect(body.errors).toMatchObject([{ pointer: `/assetIds/${position}`, code: 'unusable_id' }])
  })

  test('takes no longer than a single fault when all ids are wrong (C8, C11)', async () => {
    const secondsFor = async (wrong: unknown[]) => {
      const started = performance.now()
      const { status, body } = await create(wrong)
      expect({ status, shown: body.errors.length, count: body.errorCount }).toEqual({
        status: 400,
        shown: 100,
        count: wrong.length,
      })
      return (performance.now() - started) / 1_000
    }
    const kinds: (() => unknown)[] = [() => 'x', () => 1, () => randomUUID()]
    for (const make of kinds) {
      const few = await secondsFor(Array.from({ length: MAX_IDS / 20 }, make))
      const all = await secondsFor(Array.from({ length: MAX_IDS }, make))

      // Twenty times as many; work that grows with the square would take four hundred times as long.
      expect(all).toBeLessThan(Math.max(few, 0.05) * 100)
    }
  })
})
