import { createClient } from '@media-library/client'
import { KeyScope } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { createKey, createUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const other = await startTestServer({ DATABASE_URL: server.databaseUrl })

const as = (apiKey: string) => asProgram(server, { apiKey })

describe('the keys of a user (X12)', () => {
  test('are listed newest first, without what opens the service', async () => {
    const ada = as((await createUser(database)).apiKey)
    const [given] = await ada.getApiKeys()
    const first = await ada.createApiKey({
      name: 'Frame',
      scopes: ['tag.read'],
      expiresAt: '2099-01-01T01:00:00+01:00',
    })
    const second = await ada.createApiKey({})

    const keys = await ada.getApiKeys()

    expect(keys).toEqual([second.apiKey, first.apiKey, given])
    expect(first.apiKey).toMatchObject({ name: 'Frame', scopes: ['tag.read'], expiresAt: '2099-01-01T00:00:00.000Z' })
    expect(second.apiKey).toMatchObject({ name: 'API Key', scopes: ['all'], expiresAt: null })
    expect(JSON.stringify(keys)).not.toMatch(/secret|mlk_/i)
  })

  test('open the service for their user alone, within their scopes, until they expire', async () => {
    const user = await createUser(database)
    const { apiKey, secret } = await as(user.apiKey).createApiKey({ scopes: ['user.read'], expiresAt: '2099-01-01' })
    const frame = as(secret)

    const me = await frame.getMyUserInfo()
    const refused = await catchProblem(frame.getAllTags())
    await database.apiKey.update({ where: { id: apiKey.id }, data: { expiresAt: new Date() } })

    expect(me.id).toBe(user.id)
    expect(refused).toMatchObject({ code: 'forbidden' })
    expect(await catchProblem(frame.getMyUserInfo())).toMatchObject({ code: 'unauthenticated' })
  })

  test('have no scope that the caller lacks, whether the caller has a key or its session', async () => {
    const { id } = await createUser(database)
    const narrow = as(await createKey(database, id, { scopes: ['key.create', 'key.read', 'tag.read'] }))
    const { accessToken } = await narrow.signInWithKey()
    const session = createClient({ baseUrl: server.url, token: accessToken, retries: 0 })

    for (const client of [narrow, session]) {
      const same = await client.createApiKey({})
      const fewer = await client.createApiKey({ scopes: ['tag.read', 'tag.read'] })
      const more = await catchProblem(client.createApiKey({ scopes: ['tag.read', 'tag.update', 'asset.read'] }))
      const all = await catchProblem(client.createApiKey({ scopes: ['tag.read', 'all'] }))

      expect([...same.apiKey.scopes].sort()).toEqual(['key.create', 'key.read', 'tag.read'])
      expect(fewer.apiKey.scopes).toEqual(['tag.read'])
      expect(more).toMatchObject({ status: 403, code: 'forbidden' })
      expect(more.detail).toBe('You cannot give a key what you may not do yourself: `tag.update`, `asset.read`.')
      expect(all.detail).toBe('You cannot give a key what you may not do yourself: `all`.')
    }
    expect(await narrow.getApiKeys()).toHaveLength(6)
  })

  test('expire no later than the key that makes them, itself or by its session', async () => {
    const { id } = await createUser(database)
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const expiring = as(await createKey(database, id, { expiresAt: new Date(expiresAt) }))
    const { accessToken } = await expiring.signInWithKey()
    const session = createClient({ baseUrl: server.url, token: accessToken, retries: 0 })

    for (const client of [expiring, session]) {
      const same = await client.createApiKey({})
      const sooner = await client.createApiKey({ expiresAt: '2098-01-01T00:00:00.000Z' })
      const later = await catchProblem(client.createApiKey({ expiresAt: '2099-01-01T00:00:00.001Z' }))

      expect([same, sooner].map(({ apiKey }) => apiKey.expiresAt)).toEqual([expiresAt, '2098-01-01T00:00:00.000Z'])
      expect(later).toMatchObject({ status: 403, code: 'forbidden' })
      expect(later.detail).toBe(`Your own key expires at ${expiresAt}, and no key that it makes expires later.`)
    }
  })

  test('have any scope when the caller has all', async () => {
    const ada = as((await createUser(database)).apiKey)
    const scopes = KeyScope.options.filter((scope) => scope !== 'all')

    const each = await ada.createApiKey({ scopes })
    const all = await ada.createApiKey({ scopes: ['tag.read', 'all'] })
    const more = await catchProblem(as(each.secret).createApiKey({ scopes: ['all'] }))

    expect(each.apiKey.scopes).toEqual(scopes)
    expect(all.apiKey.scopes).toEqual(['all'])
    expect(more).toMatchObject({ code: 'forbidden' })
  })

  test('are revoked on every server with their sessions, and no other key is', async () => {
    const ada = as((await createUser(database)).apiKey)
    const { apiKey, secret } = await ada.createApiKey({})
    const elsewhere = { baseUrl: other.url, retries: 0 }
    const { accessToken } = await createClient({ ...elsewhere, apiKey: secret }).signInWithKey()
    const clients = [
      createClient({ ...elsewhere, apiKey: secret }),
      createClient({ ...elsewhere, token: accessToken }),
      as(secret),
    ]
    for (const client of clients) await client.getMyUserInfo()

    await ada.deleteApiKey(apiKey.id)

    for (const client of clients) {
      expect(await catchProblem(client.getMyUserInfo())).toMatchObject({ code: 'unauthenticated' })
    }
    expect(await ada.getApiKeys()).toHaveLength(1)
    expect(await catchProblem(ada.deleteApiKey(apiKey.id))).toMatchObject({
      status: 404,
      detail: 'You have no such key.',
    })
  })

  test('can each revoke themselves', async () => {
    const ada = as((await createUser(database)).apiKey)
    const { apiKey, secret } = await ada.createApiKey({ scopes: ['key.delete'] })
    const own = as(secret)

    await own.deleteApiKey(apiKey.id)

    expect(await catchProblem(own.deleteApiKey(apiKey.id))).toMatchObject({ code: 'unauthenticated' })
  })

  test('expire in the future, and in years of four digits', async () => {
    const ada = as((await createUser(database)).apiKey)

    for (const expiresAt of ['2024-01-01', '9999-12-31T23:59:59-14:00']) {
      expect(await catchProblem(ada.createApiKey({ expiresAt }))).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/expiresAt', code: 'invalid_value' }],
      })
    }
  })
})
