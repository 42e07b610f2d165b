import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startStoppableService } from '../../support/http/stoppable-service.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { until } from '../../support/until.js'

const TIMES = byLevel(1, 1, 20)
const DOWN_MS = byLevel(2_000, 30_000, 30_000)
const RECOVERY_LIMIT_MS = 2_000

const { url, postgres, read, write } = await startStoppableService()

async function probe(path: string) {
  return (await fetch(`${url}${path}`)).status
}

/** Asks until then, and at least twice, and tells of each round of requests what came of it. */
async function askUntil(end: number) {
  const rounds: { statuses: number[]; retryAfter: (string | null)[]; live: number; ready: number; ms: number }[] = []
  while (Date.now() < end || rounds.length < 2) {
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
  return rounds
}

test('a database that is down is answered with 503 within two seconds, and the service recovers by itself', async () => {
  let slowest = 0
  let requests = 0
  for (let time = 0; time < TIMES; time += 1) {
    await postgres.stop('fast')
    const rounds = await askUntil(Date.now() + DOWN_MS)
    await postgres.start()
    await until(async () => (await read()).status === 200, toBusyLimit(RECOVERY_LIMIT_MS))
    await until(async () => (await probe('/readyz')) === 200, toBusyLimit(RECOVERY_LIMIT_MS))

    expect(rounds.length).toBeGreaterThan(1)
    for (const { ms, ...round } of rounds) {
      expect(round).toEqual({ statuses: [503], retryAfter: ['1'], live: 200, ready: 503 })
      expect(ms).toBeLessThan(toBusyLimit(2_000))
    }
    slowest = Math.max(slowest, ...rounds.map(({ ms }) => ms))
    requests += rounds.length * 51
  }
  report(`database down, ${TIMES} × ${DOWN_MS / 1_000} s`, { requests, 'slowest 51 at once in ms': slowest })
})
