import { beforeEach, describe, expect, test } from 'vitest'
import { createKey, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { fromOwnPage, toBearer, toCookie, withOtherSecret } from '../support/sign-in/sign-in.js'

const server = await startTestServer()
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
})

function signIn(headers: Record<string, string>) {
  return send(server, '/api/auth/key', { method: 'POST', headers: { ...fromOwnPage, ...headers } })
}

function ask(path: string, headers: Record<string, string>) {
  return send(server, path, { headers })
}

describe('a key', () => {
  test('is exchanged for a session, whose cookie alone the browser keeps (W4)', async () => {
    const ada = await createUser(database, { isAdmin: true, profileImagePath: '/ada.jpg', shouldChangePassword: true })

    const { status, body, headers } = await signIn({ 'x-api-key': ada.apiKey })

    expect(status).toBe(201)
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^mls_/),
      userId: ada.id,
      userEmail: ada.email,
      name: ada.name,
      isAdmin: true,
      profileImagePath: '/ada.jpg',
      shouldChangePassword: true,
    })
    expect(headers.getSetCookie().join()).toContain(`__Host-media-library-session=${body.accessToken};`)
    expect(await ask('/api/user/me', toCookie(body.accessToken))).toMatchObject({ status: 200, body: { id: ada.id } })
  })

  test('ends no session of anybody else, also when a browser names one without its secret (W4)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { body } = await signIn({ 'x-api-key': ada.apiKey })

    await signIn({ 'x-api-key': ben.apiKey, ...toCookie(withOtherSecret(body.accessToken)) })

    expect(await ask('/api/user/me', toCookie(body.accessToken))).toMatchObject({ status: 200, body: { id: ada.id } })
  })

  test('gives its session no more than it may do itself (W4)', async () => {
    const { id } = await createUser(database)
    const key = await createKey(database, id, { scopes: ['user.read', 'asset.read'] })

    const { accessToken } = (await signIn({ 'x-api-key': key })).body

    expect(await ask('/api/asset/statistics', toBearer(accessToken))).toMatchObject({ status: 200 })
    expect(await ask('/api/tag', toBearer(accessToken))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('takes its sessions along when it is revoked (W4)', async () => {
    const { id, apiKey } = await createUser(database)
    const key = await createKey(database, id)
    const [mine, other] = await Promise.all([signIn({ 'x-api-key': key }), signIn({ 'x-api-key': apiKey })])

    await database.apiKey.delete({ where: { id: key.slice(4, 36) } })

    expect(await ask('/api/user/me', toBearer(mine.body.accessToken))).toMatchObject({ status: 401 })
    expect(await ask('/api/user/me', toBearer(other.body.accessToken))).toMatchObject({ status: 200 })
  })

  test('that expires ends its sessions at that time (W4)', async () => {
    const { id } = await createUser(database)
    const expiresAt = new Date(Date.now() + 3_600_000)
    await signIn({ 'x-api-key': await createKey(database, id, { expiresAt }) })

    expect(await database.session.findFirst()).toMatchObject({ expiresAt })
  })

  test('is needed: neither nobody nor a session signs in by it (W4)', async () => {
    const { apiKey } = await createUser(database)
    const { accessToken } = (await signIn({ 'x-api-key': apiKey })).body

    expect(await signIn({})).toMatchObject({ status: 401 })
    expect(await signIn({ 'x-api-key': 'nonsense' })).toMatchObject({ status: 401 })
    expect(await signIn(toBearer(accessToken))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await signIn(toCookie(accessToken))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})
