import { describe, expect, test } from 'vitest'
import { makeApiKey } from '../../src/api-key.js'
import { send } from '../support/client.js'
import { createUser } from '../support/factories.js'
import { startTestServer } from '../support/server.js'

const server = await startTestServer()
const { database } = server
const user = await createUser(database)

const album = { method: 'POST', body: { albumName: '' } }

describe('authentication', () => {
  test('X2 takes a key as bearer token, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      const answer = await send(server, '/api/album', {
        ...album,
        headers: { authorization: `${scheme} ${user.apiKey}` },
      })

      expect(answer.status).toBe(201)
    }
  })

  test.each([
    ['garbage', 'nonsense'],
    ['a well-formed key that nobody made', makeApiKey().key],
    ['a key with another secret', makeApiKey().key.replace(/^mlk_[0-9a-f]{32}/, user.apiKey.slice(0, 36))],
  ])('X2 refuses %s', async (_name, apiKey) => {
    const answer = await send(server, '/api/album', { ...album, apiKey })

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="media-library"')
  })

  test('X2 the database holds no key, only the hash of its secret', async () => {
    const row = await database.apiKey.findFirstOrThrow({ where: { userId: user.id } })

    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(user.apiKey.slice(37, 80))
  })
})
