import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pMap from 'p-map'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { type OpenContext, openContext } from '../../src/context.js'
import { type RunningServer, startServer } from '../../src/http/server.js'
import { send } from '../support/client.js'
import { createAssets, createTag, createUser, type TestUser } from '../support/factories.js'
import { isLong, report } from '../support/long.js'
import { type StopMode, type StoppableDatabase, startStoppableDatabase } from '../support/stoppable-database.js'

let postgres: StoppableDatabase
let context: OpenContext
let server: RunningServer
let ada: TestUser
let tagId: string
let assetIds: string[]

beforeAll(async () => {
  postgres = await startStoppableDatabase()
  context = await openContext(readConfig({ DATABASE_URL: postgres.url, PORT: '0', LOG_LEVEL: 'silent' }))
  server = await startServer(context)
  ada = await createUser(context.database)
  assetIds = await createAssets(context.database, ada, 3)
  tagId = (await createTag(context.database, ada, { assetIds })).id
})

afterAll(async () => {
  await server.close()
  await context.close()
  await postgres.remove()
})

const read = () => send(server, `/api/tag/${tagId}/assets`, { apiKey: ada.apiKey })

const write = (albumName: string, key: string) =>
  send(server, '/api/album', {
    method: 'POST',
    apiKey: ada.apiKey,
    body: { albumName, assetIds },
    headers: { 'idempotency-key': key },
  })

interface Outcome {
  status: number
  started: number
  ended: number
  retryAfter: string | null
}

type Answer = Awaited<ReturnType<typeof send>>

/** Asks one after the other, about a hundred times a second, until it is told to stop. */
const load = (ask: () => Promise<Answer>) => {
  const outcomes: Outcome[] = []
  let stopped = false
  const run = async () => {
    while (!stopped) {
      const started = Date.now()
      const { status, headers } = await ask()
      outcomes.push({ status, started, ended: Date.now(), retryAfter: headers.get('retry-after') })
      await sleep(10)
    }
  }
  const ended = run()
  return {
    stop: async () => {
      stopped = true
      await ended
      return outcomes
    },
  }
}

const restart = async (mode: StopMode, downMs: number) => {
  const down = Date.now()
  await postgres.stop(mode)
  await sleep(downMs)
  await postgres.start()
  return { down, up: Date.now() }
}

describe.each(['fast', 'immediate'] as const)('a database that is restarted (%s) under load', (mode) => {
  test.each(Array.from({ length: isLong ? 100 : 5 }, (_, round) => round))(
    'fails nothing but while it is down, and answers within a second (round %i)',
    async (round) => {
      const names: string[] = []
      const readers = Array.from({ length: 4 }, () => load(read))
      const writers = Array.from({ length: 2 }, () =>
        load(() => {
          const name = `${mode} ${round} ${randomUUID()}`
          names.push(name)
          return write(name, name.replaceAll(' ', '-'))
        }),
      )
      await sleep(100)

      const { down, up } = await restart(mode, 100)

      await sleep(300)
      const outcomes = (await Promise.all([...readers, ...writers].map(({ stop }) => stop()))).flat()
      const failed = outcomes.filter(({ status }) => status >= 400)
      const succeeded = outcomes.filter(({ status, ended }) => status < 300 && ended > up)
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201, 503]))
      expect(failed.filter(({ ended, started }) => ended < down || started > up)).toEqual([])
      expect(new Set(failed.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
      expect(Math.min(...succeeded.map(({ ended }) => ended)) - up).toBeLessThan(1_000)

      const retried = await pMap(names, (name) => write(name, name.replaceAll(' ', '-')), { concurrency: 4 })
      expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([201]))
      expect(await context.database.album.count({ where: { albumName: { in: names } } })).toBe(names.length)
    },
  )

  test('is hidden from what comes after it, though every connection is lost', async () => {
    const busy = Array.from({ length: 10 }, read)
    await Promise.all(busy)
    await restart(mode, 0)

    const answers = await Promise.all(Array.from({ length: 10 }, read))
    const written = await write(`After ${mode}`, randomUUID())

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(written.status).toBe(201)
  })
})

const probe = async (path: string) => (await fetch(`${server.url}${path}`)).status

test('a database that is down is answered with 503 within two seconds, and needs nobody to come back', {
  timeout: 120_000,
}, async () => {
  await postgres.stop('fast')
  const until = Date.now() + (isLong ? 30_000 : 2_000)
  const rounds: { statuses: number[]; retryAfter: (string | null)[]; live: number; ready: number; ms: number }[] = []

  while (Date.now() < until) {
    const started = Date.now()
    const answers = await Promise.all([...Array.from({ length: 50 }, read), write('Down', randomUUID())])
    const ms = Date.now() - started
    rounds.push({
      statuses: [...new Set(answers.map(({ status }) => status))],
      retryAfter: [...new Set(answers.map(({ headers }) => headers.get('retry-after')))],
      live: await probe('/livez'),
      ready: await probe('/readyz'),
      ms,
    })
    expect(answers[0]?.body.code).toBe('unavailable')
  }
  await postgres.start()
  const recovered = await read()

  expect(rounds.length).toBeGreaterThan(1)
  for (const { ms, ...round } of rounds) {
    expect(round).toEqual({ statuses: [503], retryAfter: ['1'], live: 200, ready: 503 })
    expect(ms).toBeLessThan(2_000)
  }
  expect(recovered.status).toBe(200)
  expect(await probe('/readyz')).toBe(200)
  report('database down', { rounds: rounds.length, 'slowest answer in ms': Math.max(...rounds.map(({ ms }) => ms)) })
})
