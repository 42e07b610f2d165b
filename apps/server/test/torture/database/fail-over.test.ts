import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connect, disconnect } from '../../../src/database/connect.js'
import { createUser } from '../../support/database/factories.js'
import { openGateway } from '../../support/database/gateway.js'
import { query } from '../../support/database/query.js'
import { promote, replicateSynchronously, startPrimary, startStandby } from '../../support/database/standby.js'
import { send } from '../../support/http/client.js'
import { byLevel, report, testPool, toBusyLimit } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { until } from '../../support/until.js'

const FAIL_OVERS = byLevel(1, 2, 20)
const CLIENTS = 4

/** A primary, its synchronous standby, and an address that leads to whichever is the primary. */
async function startCluster() {
  const first = await startPrimary()
  const nodes = [first]
  onTestFinished(async () => {
    for (const node of nodes.toReversed()) await node.remove()
  })
  const gateway = await openGateway(first.url)
  const follow = async () => {
    const primary = nodes.at(-1) as typeof first
    const standby = await startStandby(primary)
    nodes.push(standby)
    await replicateSynchronously(primary)
    return { primary, standby }
  }
  return { url: gateway.url, follow, leadTo: gateway.leadTo, primaryUrl: () => nodes.at(-1)?.url ?? '' }
}

test('a standby that becomes the primary under load has everything that was acknowledged', async () => {
  const { url, follow, leadTo, primaryUrl } = await startCluster()
  const database = connect(url, testPool)
  onTestFinished(() => disconnect(database))
  const { apiKey } = await createUser(database)
  const service = await serve({ DATABASE_URL: url, DATA_DIR: '/nowhere', RATE_LIMIT: '0', LOG_LEVEL: 'fatal' })
  const acknowledged = new Map<string, string>()
  let stopping = false

  /** Creates an album, whose name is the key of the request, until that is acknowledged. */
  const create = (name: string) =>
    until(async () => {
      const headers = { 'idempotency-key': name }
      const body = { albumName: name }
      const { status, body: album } = await send(service, '/api/album', { method: 'POST', apiKey, headers, body })
      if (status === 201) acknowledged.set(name, album.id)
      if (![201, 409, 503].includes(status)) throw new Error(`${status} ${JSON.stringify(album)}`)
      return status === 201
    })
  const load = async () => {
    while (!stopping) await create(randomUUID())
  }
  const clients = Array.from({ length: CLIENTS }, load)

  const times: number[] = []
  for (let count = 0; count < FAIL_OVERS; count += 1) {
    const { primary, standby } = await follow()
    await sleep(500 + Math.random() * 500)
    await primary.kill()
    await promote(standby)
    leadTo(standby.url)
    const promoted = performance.now()
    await create(randomUUID())
    times.push(performance.now() - promoted)
  }
  stopping = true
  await Promise.all(clients)
  const albums = await query<{ name: string; id: string }>(primaryUrl(), 'SELECT album_name AS name, id FROM album')
  await service.stop('SIGTERM')

  report('fail-over', { 'acknowledged albums': acknowledged.size, 'well again after (ms)': Math.max(...times) | 0 })
  expect(Object.fromEntries(albums.map(({ name, id }) => [name, id]))).toEqual(Object.fromEntries(acknowledged))
  expect(albums).toHaveLength(acknowledged.size)
  expect(acknowledged.size).toBeGreaterThan(FAIL_OVERS)
  expect(Math.max(...times)).toBeLessThan(toBusyLimit(10_000))
})
