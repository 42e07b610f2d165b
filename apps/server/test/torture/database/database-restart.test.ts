import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { startServer } from '../../../src/http/server.js'
import { openContext } from '../../../src/services.js'
import { createAssets, createTag, createUser } from '../../support/database/factories.js'
import { type StopMode, startStoppableDatabase } from '../../support/database/stoppable-database.js'
import { send } from '../../support/http/client.js'
import { byLevel, databaseWaits, report, toBusyLimit } from '../../support/long.js'
import { until } from '../../support/until.js'

type Answer = Awaited<ReturnType<typeof send>>

/** Starts a service on a PostgreSQL that only the test starts and stops, with one user's small library, for the length of the file. */
async function startStoppableService(environment: Record<string, string>) {
  const postgres = await startStoppableDatabase()
  const given = { DATABASE_URL: postgres.url, PORT: '0', LOG_LEVEL: 'silent', ...environment }
  const context = await openContext(readConfig(given))
  const server = await startServer(context)
  afterAll(async () => {
    await server.close()
    await context.close()
    await postgres.remove()
  })
  const { apiKey, ...ada } = await createUser(context.database)
  const assetIds = await createAssets(context.database, { ...ada, apiKey }, 3)
  const tag = await createTag(context.database, { ...ada, apiKey }, { assetIds })
  return {
    postgres,
    context,
    read: () => send(server, `/api/tag/${tag.id}/assets`, { apiKey }),
    /** Makes an album, once however often its key comes. */
    write: (albumName: string, key: string) => {
      const [body, headers] = [{ albumName, assetIds }, { 'idempotency-key': key }]
      return send(server, '/api/album', { method: 'POST', apiKey, body, headers })
    },
  }
}

const { postgres, context, read, write } = await startStoppableService(databaseWaits)

const ROUNDS = byLevel(2, 5, 100)

interface Outcome {
  status: number
  started: number
  ended: number
  retryAfter: string | null
}

/** Asks one after the other, about a hundred times a second, until it is told to stop. */
function load(ask: () => Promise<Answer>) {
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
    outcomes,
    stop: async () => {
      stopped = true
      await ended
      return outcomes
    },
  }
}

async function restart(mode: StopMode, downMs: number) {
  const down = Date.now()
  await postgres.stop(mode)
  await sleep(downMs)
  await postgres.start()
  return { down, up: Date.now() }
}

describe.each(['fast', 'immediate'] as const)('a database that is restarted (%s) under load', (mode) => {
  const firstSuccesses: number[] = []

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'fails only requests made while it is down, and those within a second (round %i)',
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

      const loads = [...readers, ...writers]
      await until(() =>
        loads.every(({ outcomes }) => outcomes.some(({ status, started }) => status < 300 && started > up)),
      )
      const outcomes = (await Promise.all(loads.map(({ stop }) => stop()))).flat()
      const failed = outcomes.filter(({ status }) => status >= 400)
      const succeeded = outcomes.filter(({ status, ended }) => status < 300 && ended > up)
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201, 503]))
      expect(failed.filter(({ ended, started }) => ended < down || started > up)).toEqual([])
      expect(new Set(failed.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
      const firstSuccess = Math.min(...succeeded.map(({ ended }) => ended)) - up
      expect(firstSuccess).toBeLessThan(toBusyLimit(1_000))
      firstSuccesses.push(firstSuccess)

      const retried = await pLimit(4).map(names, (name) => write(name, name.replaceAll(' ', '-')))
      expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([201]))
      expect(await context.database.album.count({ where: { albumName: { in: names } } })).toBe(names.length)
    },
  )

  afterAll(() => {
    if (firstSuccesses.length === 0) return
    report(`${firstSuccesses.length} restarts (${mode})`, {
      'first success after at most ms': Math.max(...firstSuccesses),
    })
  })

  test('is hidden from later requests, although every connection is lost', async () => {
    const busy = Array.from({ length: 10 }, read)
    await Promise.all(busy)
    await restart(mode, 0)

    const answers = await Promise.all(Array.from({ length: 10 }, read))
    const written = await write(`After ${mode}`, randomUUID())

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(written.status).toBe(201)
  })
})
