import { expect, test } from 'vitest'
import { makeSessionToken } from '../../../src/users/credential.js'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const HOUR = 3_600_000

/** A session that was last used two hours ago. */
async function createSession(userId: string) {
  const { id, token, secretHash } = makeSessionToken()
  const seenAt = new Date(Date.now() - 2 * HOUR)
  const expiresAt = new Date(Date.now() + HOUR)
  await database.session.create({ data: { id, userId, secretHash, userAgent: 'test', seenAt, expiresAt } })
  return { id, seenAt, me: () => send(server, '/api/user/me', { headers: { authorization: `Bearer ${token}` } }) }
}

test('each session is that of its own user (X2)', async () => {
  for (const user of [await createUser(database), await createUser(database), await createUser(database)]) {
    const { me } = await createSession(user.id)

    expect((await me()).body.id).toBe(user.id)
  }
})

test('using a session prolongs no other (X2)', async () => {
  const user = await createUser(database)
  const [used, idle] = [await createSession(user.id), await createSession(user.id)]

  await used.me()

  const seen = async (id: string) => (await database.session.findUniqueOrThrow({ where: { id } })).seenAt
  expect(await seen(used.id)).not.toEqual(used.seenAt)
  expect(await seen(idle.id)).toEqual(idle.seenAt)
})
