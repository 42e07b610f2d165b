import { describe, expect, test } from 'vitest'
import { findApiKeys } from '../../../src/users/api-key.js'
import { makeApiKey, readApiKey } from '../../../src/users/credential.js'
import { createUser } from '../../support/database/factories.js'
import { recordStatements } from '../../support/database/ran-statements.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const user = await createUser(database)

const album = { method: 'POST', body: { albumName: '' } }

describe('authentication', () => {
  test('accepts a key as a bearer token, with any case of the scheme (X2)', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      const answer = await send(server, '/api/album', {
        ...album,
        headers: { authorization: `${scheme} ${user.apiKey}` },
      })

      expect(answer.status).toBe(201)
    }
  })

  test('accepts a key or a session where programs for Immich send it (X2)', async () => {
    const { body: session } = await send(server, '/api/auth/key', { method: 'POST', apiKey: user.apiKey })

    for (const [credential, status] of [
      [user.apiKey, 201],
      [session.accessToken, 201],
      [makeApiKey().key, 401],
    ] as const) {
      const answer = await send(server, '/api/album', { ...album, headers: { 'x-immich-user-token': credential } })

      expect(answer.status).toBe(status)
    }
  })

  test('finds nothing by the id of a key without its secret, also beside the key itself (X2)', async () => {
    const other = readApiKey(makeApiKey().key)
    const own = readApiKey(user.apiKey)
    if (!own || !other) throw new Error('Both are keys.')
    const { ran, stop } = recordStatements()

    const alone = await findApiKeys(database, [{ ...own, secretHash: other.secretHash }])
    stop()
    const beside = await findApiKeys(database, [
      own,
      { id: other.id, secretHash: own.secretHash },
      { id: own.id, secretHash: other.secretHash },
    ])

    expect(alone).toEqual([null])
    expect(ran.filter(({ stack }) => stack.includes('findApiKeys')).map(({ rows }) => rows)).toEqual([[]])
    expect(beside.map((key) => key?.user.id ?? null)).toEqual([user.id, null, null])
  })

  test('each of many simultaneous requests is authenticated by its own key (X2)', async () => {
    const others = await Promise.all([createUser(database), createUser(database), createUser(database)])
    const callers = [...others.map(({ id, apiKey }) => ({ id, apiKey })), { id: null, apiKey: makeApiKey().key }]
    const asked = Array.from(
      { length: 80 },
      (_, number) => callers[number % callers.length] as (typeof callers)[number],
    )

    const answers = await Promise.all(asked.map(({ apiKey }) => send(server, '/api/album', { ...album, apiKey })))

    expect(answers.map(({ body }) => body.ownerId ?? null)).toEqual(asked.map(({ id }) => id))
  })

  test('the database stores no key, only the hash of its secret (X2)', async () => {
    const row = await database.apiKey.findFirstOrThrow({ where: { userId: user.id } })

    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(user.apiKey.slice(37, 80))
  })
})
