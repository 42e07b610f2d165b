import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { clientOf } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { byTier, report } from '../../support/long.js'

const PAIRS = byTier(200, 500, 10_000)

const server = await startTestServer()
const { database } = server
const [ada, eve] = [await createUser(database), await createUser(database)]
const client = clientOf(server, eve)

async function timeOf(id: string) {
  const sharedUserIds = Array.from({ length: 100 }, () => eve.id)
  const asked = performance.now()
  const { status } = await client.addUsersToAlbum({ params: { id }, body: { sharedUserIds } })
  expect(status).toBe(404)
  return performance.now() - asked
}

/** The share of pairs in which the first takes longer, which is a half when neither does. */
async function compare(id: string) {
  const differences: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const missing = randomUUID()
    const isFirst = pair % 2 === 0
    const one = await timeOf(isFirst ? id : missing)
    const other = await timeOf(isFirst ? missing : id)
    differences.push(isFirst ? one - other : other - one)
  }
  const slower = differences.filter((difference) => difference > 0).length / PAIRS
  return { slower, median: differences.sort((a, b) => a - b)[Math.floor(PAIRS / 2)] as number }
}

test('C9 the time of an answer does not tell a stranger whether an album exists', { timeout: 600_000 }, async () => {
  const { body } = await clientOf(server, ada).createAlbum({ body: { albumName: 'Hidden' } })
  const { id } = body as { id: string }
  await timeOf(id)

  const { slower, median } = await compare(id)

  // Of equal times each pair is a toss of a coin: four standard deviations are met once in 16,000 runs.
  const tolerance = 4 * Math.sqrt(0.25 / PAIRS)
  report(`${PAIRS} pairs of an album and none`, {
    'slower with an album in %': (slower * 100).toFixed(1),
    'median of the difference in ms': median.toFixed(3),
  })
  expect(Math.abs(slower - 0.5)).toBeLessThan(tolerance)
})
