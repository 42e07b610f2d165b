import { expect, test } from 'vitest'
import { createTag, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'
import { report, toBusyLimit } from '../../support/long.js'
import { LONG_TRANSACTION, until } from '../../support/until.js'

const CONNECTIONS = 10

const server = await startTestServer(
  { DATABASE_CONNECTIONS: String(CONNECTIONS), DATABASE_WAIT_SECONDS: '0.5' },
  { lockMs: 2_000 },
)
const { database } = server
const ada = await createUser(database)
const tag = await createTag(database, ada)

function listTag() {
  return send(server, `/api/tag/${tag.id}/assets`, { apiKey: ada.apiKey })
}

function createAlbum() {
  return send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body: { albumName: 'Busy' } })
}

async function timed(ask: typeof listTag) {
  const started = Date.now()
  const { status, headers, body } = await ask()
  return { status, ms: Date.now() - started, retryAfter: headers.get('retry-after'), code: body?.code }
}

function askManyTimes(ask: typeof listTag) {
  return Promise.all(Array.from({ length: 10 * CONNECTIONS }, () => timed(ask)))
}

/** The longest time of all but the slowest ones, which are as many as there are connections. */
function slowestOfSurplus(answers: { ms: number }[]) {
  return answers.map(({ ms }) => ms).sort((a, b) => a - b)[9 * CONNECTIONS - 1] as number
}

test.each([
  ['reads', listTag, 200],
  ['writes', createAlbum, 201],
])(
  'ten times as many %s as connections: the surplus gets 503 in time, and the service recovers',
  async (name, ask, fine) => {
    await ask()
    // The time that this machine takes over as many answers, whatever they are.
    const usual = slowestOfSurplus(await askManyTimes(ask))

    const answers = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE tag, album IN ACCESS EXCLUSIVE MODE`
      return askManyTimes(ask)
    }, LONG_TRANSACTION)
    await until(
      async () => {
        const after = await Promise.all(Array.from({ length: CONNECTIONS }, ask))
        return after.every(({ status }) => status === fine)
      },
      toBusyLimit(1_500 + usual),
    )

    report(`${answers.length} ${name} at once`, { 'surplus refused after ms': slowestOfSurplus(answers) })
    const refused = { status: 503, code: 'unavailable', retryAfter: '1', ms: expect.any(Number) }
    expect(answers).toEqual(answers.map(() => refused))
    expect(slowestOfSurplus(answers)).toBeLessThan(toBusyLimit(1_500 + 2 * usual))
  },
)
