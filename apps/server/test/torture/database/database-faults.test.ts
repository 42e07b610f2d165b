import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { openAdasLibrary } from '../../support/database/adas-library.js'
import { createAssets, createTag } from '../../support/database/factories.js'
import { faults, openFaultProxy } from '../../support/database/fault-proxy.js'
import { send } from '../../support/http/client.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { SEED } from '../../support/random.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(1, 2, 60)
const FAULT_MS = byLevel(500, 2_000, 5_000)

const { url: databaseUrl, database, ada, close } = await openAdasLibrary()
const proxy = await openFaultProxy(databaseUrl)
const assetIds = await createAssets(database, ada, 3)
const tag = await createTag(database, ada, { assetIds })
const context = await openContext(
  readConfig({ DATABASE_URL: proxy.url, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' }),
)
const server = await startServer(context)
afterAll(async () => {
  proxy.set(null)
  await server.close()
  await context.close()
  await close()
})

function read() {
  return send(server, `/api/tag/${tag.id}/assets`, { apiKey: ada.apiKey })
}

function write(albumName: string, ids = assetIds) {
  const body = { albumName, assetIds: ids }
  const headers = { 'idempotency-key': albumName }
  return send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body, headers })
}

/** Asks for it one after the other, for a time. */
async function repeat<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const end = Date.now() + FAULT_MS; Date.now() < end; ) answers.push(await ask())
  return answers
}

/** Makes the album of a key, whatever became of its first request. */
function insist(name: string) {
  return until(async () => {
    const answer = await write(name)
    return answer.status !== 409 && answer
  })
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

test.each(faults.flatMap((fault) => rounds.map((round) => [fault, round] as const)))(
  '%s between server and database: the answer is right or 503, takes effect once, and the service recovers at once (round %i)',
  async (fault, round) => {
    const written = new Map<string, Awaited<ReturnType<typeof write>>>()
    const writeNext = async () => {
      const name = randomUUID()
      const answer = await write(name)
      written.set(name, answer)
      return answer
    }
    proxy.set(fault)
    const asked = [read, read, writeNext, writeNext, writeNext, () => write(`refused ${fault}`, [randomUUID()])]
    const answers = (await Promise.all(asked.map(repeat))).flat()
    proxy.set(null)
    const healed = Date.now()
    const askAll = () => Promise.all([...Array.from({ length: 10 }, read), writeNext()])
    const isWell = async () => (await askAll()).every(({ status }) => status < 300)
    const recovered = await isWell()
    const wellAfter = Date.now() - healed

    const again = await pLimit(4).map(written.keys(), async (name) => [name, await insist(name)] as const)

    const refused = answers.filter(({ status }) => status === 503)
    expect([200, 201, 400, 503]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]))
    for (const { headers, body } of refused) {
      expect([headers.get('retry-after'), body.code]).toEqual(['1', 'unavailable'])
    }
    expect(recovered).toBe(true)
    expect(wellAfter).toBeLessThan(toBusyLimit(2_000))
    for (const [name, { status, body }] of again) {
      const first = written.get(name)
      expect([status, body.assetCount]).toEqual([201, 3])
      if (first?.status === 201) expect(body.id).toBe(first.body.id)
    }
    const albums = await database.album.findMany({ select: { albumName: true } })
    expect(albums.filter(({ albumName }) => written.has(albumName))).toHaveLength(written.size)
    expect(albums.filter(({ albumName }) => albumName.startsWith('refused'))).toEqual([])
    if (round < ROUNDS - 1) return
    report(`${fault} before the database`, {
      seed: String(SEED),
      'answered in the last round': answers.length,
      'by 503': refused.length,
      'all well after ms': wellAfter,
    })
  },
)
