import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAssets, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { byLevel, report } from '../../support/long.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(3, 10, 200)

// A slow machine may take its time over fifty transactions.
const server = await startTestServer({ DATABASE_WAIT_SECONDS: '10' })
const { database } = server
const ada = await createUser(database)
const assetIds = await createAssets(database, ada, 3)

function isReplay({ headers }: { headers: Headers }) {
  return headers.get('idempotency-replayed') === 'true'
}

let requests = 0
function ask(method: string, path: string, body: object, headers = {}) {
  requests += 1
  return send(server, path, { method, apiKey: ada.apiKey, body, headers })
}

/** Makes a request that has a key until it is no longer answered that the first one runs. */
function insist(path: string, body: object, key: string) {
  return until(async () => {
    const answer = await ask('POST', path, body, { 'idempotency-key': key })
    if (answer.status !== 409) return answer
    expect(answer).toMatchObject({ body: { code: 'still_running' } })
    expect(answer.headers.get('retry-after')).toBe('1')
    return null
  })
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

test.each(rounds)('50 equal requests at once have one effect and one answer (round %i) (X1)', async (round) => {
  const key = randomUUID()
  const albumName = `Race ${round}`

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => insist('/api/album', { albumName, assetIds }, key)),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
  expect(await database.album.count({ where: { albumName } })).toBe(1)
})

afterAll(() => report(`${ROUNDS} races`, { requests }))
