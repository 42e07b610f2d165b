import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestProvider } from '../support/sign-in/openid-provider.js'
import { bearerOf, beginSession, cookieOf, fromOwnPage, startSignInServer } from '../support/sign-in/sign-in.js'

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await startSignInServer(provider)
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
  await createUser(database, { email: 'ada@example.org', isAdmin: true })
})

function createAlbum(headers: Record<string, string>) {
  return send(server, '/api/album', { method: 'POST', body: { albumName: '' }, headers })
}

function logout(headers: Record<string, string>) {
  return send(server, '/api/auth/logout', { method: 'POST', headers })
}

function token() {
  return beginSession(server)
}

describe('a session cookie', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'null' }],
    ['nowhere', {}],
  ])('changes nothing for a request from %s', async (_name, headers: Record<string, string>) => {
    const answer = await createAlbum({ ...cookieOf(await token()), ...headers })

    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
    expect(await database.album.count()).toBe(0)
  })

  test('is accepted from a page of an old browser, which sends its origin alone', async () => {
    expect(await createAlbum({ ...cookieOf(await token()), origin: server.url })).toMatchObject({ status: 201 })
  })

  test('may read in a request from any site', async () => {
    const path = '/api/tag/01900000-0000-7000-8000-000000000001/assets'

    expect(await send(server, path, { headers: cookieOf(await token()) })).toMatchObject({ status: 404 })
  })
})

describe('logout', () => {
  test('ends the session and deletes the cookie', async () => {
    const given = await token()
    const other = await token()

    const answer = await logout({ ...cookieOf(given), ...fromOwnPage })

    expect(answer).toMatchObject({ status: 200, body: { successful: true } })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-media-library-session=; Path=\/; Expires=Thu, 01 Jan 1970[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(await createAlbum(bearerOf(given))).toMatchObject({ status: 401 })
    expect(await createAlbum(bearerOf(other))).toMatchObject({ status: 201 })
  })

  test('requires a session', async () => {
    const { apiKey } = await createUser(database)

    expect(await logout({})).toMatchObject({ status: 401 })
    expect(await logout({ 'x-api-key': apiKey })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await logout({ ...cookieOf(await token()), 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
  })
})
