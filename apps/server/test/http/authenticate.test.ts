import { randomUUID } from 'node:crypto'
import { permissions } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { makeApiKey } from '../../src/api-key.js'
import { send } from '../support/client.js'
import { createKey, createUser } from '../support/factories.js'
import { startTestServer } from '../support/server.js'

const server = await startTestServer()
const { database } = server
const user = await createUser(database)

const album = { method: 'POST', body: { albumName: '' } }
const missing = randomUUID()

/** Each operation that needs a key, with a request that would be fine otherwise. */
const operations = [
  { permission: 'album.create', path: '/api/album', request: album, fine: 201 },
  {
    permission: 'album.share',
    path: `/api/album/${missing}/users`,
    request: { method: 'PUT', body: { sharedUserIds: [] } },
    fine: 404,
  },
  { permission: 'tag.read', path: `/api/tag/${missing}/assets`, request: {}, fine: 404 },
  {
    permission: 'asset.job',
    path: '/api/asset/jobs',
    request: { method: 'POST', body: { assetIds: [], name: 'refresh-metadata' } },
    fine: 204,
  },
]

describe('authentication', () => {
  test.each(operations)('O7 $path needs a key', async ({ path, request, fine }) => {
    const without = await send(server, path, request)
    const withKey = await send(server, path, { ...request, apiKey: user.apiKey })

    expect(without).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="media-library"')
    expect(withKey.status).toBe(fine)
  })

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
    expect(await send(server, '/api/album', { ...album, apiKey })).toMatchObject({ status: 401 })
  })

  test('X2 refuses an expired key and a revoked one', async () => {
    const expired = await createKey(database, user.id, { expiresAt: new Date(Date.now() - 1_000) })
    const revoked = await createKey(database, user.id)
    await database.apiKey.delete({ where: { id: revoked.slice(4, 36) } })

    for (const apiKey of [expired, revoked]) {
      expect(await send(server, '/api/album', { ...album, apiKey })).toMatchObject({ status: 401 })
    }
  })

  test('X2 refuses the key of a deleted user', async () => {
    const gone = await createUser(database, { deletedAt: new Date() })

    expect(await send(server, '/api/album', { ...album, apiKey: gone.apiKey })).toMatchObject({ status: 401 })
  })

  test.each(operations)(
    'a key without the scope $permission may not use it',
    async ({ permission, path, request, fine }) => {
      const narrow = await createKey(database, user.id, { scopes: [permission] })
      const wrong = await createKey(database, user.id, { scopes: permissions.filter((other) => other !== permission) })

      const allowed = await send(server, path, { ...request, apiKey: narrow })
      const refused = await send(server, path, { ...request, apiKey: wrong })

      expect(allowed.status).toBe(fine)
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(refused.body.detail).toContain(permission)
    },
  )

  test('X2 the database holds no key, only the hash of its secret', async () => {
    const row = await database.apiKey.findFirstOrThrow({ where: { userId: user.id } })

    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(user.apiKey.slice(37, 80))
  })
})
