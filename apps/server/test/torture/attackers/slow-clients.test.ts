import { once } from 'node:events'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { openSocket } from '../../support/http/raw-http.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'

const SOCKETS = byLevel(200, 1_000, 1_000)
/** The service's own limits, in seconds. */
const [headers, request] = [10, 30]
/** Each lasts as long as the slowest client may take. */
const ROUNDS = byLevel(1, 1, 20)

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

const start = 'POST /api/asset/jobs HTTP/1.1\r\nhost: x\r\n'
const body = `${start}x-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`

/** What a slow client sends at first, what it goes on with, and the limit that it meets. */
const kinds = [
  { first: '', drip: '', limit: headers },
  { first: start, drip: 'a', limit: headers },
  { first: body, drip: ' ', limit: request },
]

async function holdOpen({ first, drip, limit }: (typeof kinds)[number]) {
  const socket: Socket = await openSocket(server)
  const opened = performance.now()
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  if (first) socket.write(first)
  const dripping = setInterval(() => drip && socket.writable && socket.write(drip), 500)
  await once(socket, 'close')
  clearInterval(dripping)
  return { seconds: (performance.now() - opened) / 1_000, limit, status: Number(answer.split(' ')[1]) }
}

/** Asks often until it is over, and returns the 99th percentile of the times. */
async function askUntil(over: () => boolean) {
  const times: number[] = []
  while (!over()) {
    const asked = performance.now()
    const answer = await send(server, '/api/asset/jobs', {
      method: 'POST',
      apiKey,
      body: { assetIds: [], name: 'refresh-metadata' },
    })
    expect(answer.status).toBe(204)
    times.push(performance.now() - asked)
    await sleep(10)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  `${SOCKETS} slow clients are closed at their limit, and others are not delayed (round %i)`,
  async (round) => {
    const quietUntil = performance.now() + 3_000
    const quiet = await askUntil(() => performance.now() > quietUntil)
    let over = false
    const slow = Promise.all(
      Array.from({ length: SOCKETS }, (_, n) => holdOpen(kinds[n % kinds.length] as (typeof kinds)[0])),
    )

    const [ends, p99] = await Promise.all([slow.finally(() => (over = true)), askUntil(() => over)])

    const late = Math.max(...ends.map(({ seconds, limit }) => seconds - limit))
    const longest = Math.max(...ends.map(({ seconds, limit }) => seconds / limit))
    const early = Math.min(...ends.map(({ seconds, limit }) => seconds - limit))
    const span = `${early.toFixed(2)} to ${late.toFixed(2)} s after their limit`
    if (round === ROUNDS - 1)
      report(`${ROUNDS} × ${SOCKETS} slow clients`, {
        closed: span,
        "others' p99 in ms": Math.round(p99),
        'quiet p99': Math.round(quiet),
      })
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([408]))
    expect(early).toBeGreaterThan(-0.1)
    expect(longest).toBeLessThanOrEqual(1.25)
    expect(p99).toBeLessThanOrEqual(toBusyLimit(100) + 2 * quiet)
  },
)
