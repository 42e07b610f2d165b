import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { createClientFor, send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'

const CONNECTIONS = 30
const UNKNOWN_IDS = 26_000
const ALBUMS = byLevel(20, 500, 10_000)

const server = await startTestServer()
const { database, databaseUrl } = server
const [hog, ben] = [await createUser(database), await createUser(database)]

async function measureTimes(url: string, howMany: number) {
  const client = createClientFor({ ...server, url }, ben)
  const times: number[] = []
  for (let album = 0; album < howMany; album++) {
    const asked = performance.now()
    expect((await client.createAlbum({ body: { albumName: '' } })).status).toBe(201)
    times.push(performance.now() - asked)
  }
  return times.sort((a, b) => a - b)
}

function at(times: number[], share: number) {
  return Math.round(times[Math.floor(times.length * share)] as number)
}

test('the requests of one user are answered soon, whatever load another user causes (X6)', async () => {
  const { url } = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT: '0' }, ['--no-worker'])
  const body = JSON.stringify({ albumName: '', assetIds: Array.from({ length: UNKNOWN_IDS }, () => randomUUID()) })
  const quiet = await measureTimes(url, ALBUMS)
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const ask = async () => {
    while (!isOver) await send({ url }, '/api/album', { method: 'POST', apiKey: hog.apiKey, body })
  }
  const asking = Promise.all(Array.from({ length: CONNECTIONS }, ask))
  await measureTimes(url, 5)

  const times = await measureTimes(url, ALBUMS)
  isOver = true
  await asking

  const figures = { 'p50 in ms': at(times, 0.5), p99: at(times, 0.99), 'quiet p50': at(quiet, 0.5) }
  report(`${ALBUMS} albums beside ${CONNECTIONS} connections of one user`, { ...figures, 'quiet p99': at(quiet, 0.99) })
  expect(figures['p50 in ms']).toBeLessThanOrEqual(toBusyLimit(25) + 5 * at(quiet, 0.5))
  expect(figures.p99).toBeLessThanOrEqual(toBusyLimit(150) + 5 * at(quiet, 0.99))
})
