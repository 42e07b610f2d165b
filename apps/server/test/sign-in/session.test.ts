import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSessionToken } from '../../src/session-token.js'
import { send } from '../support/client.js'
import { createUser } from '../support/factories.js'
import { startProvider } from '../support/openid-provider.js'
import { startTestServer } from '../support/server.js'
import { arrive, authorize, callback, fromOwnPage, signIn, signInBy } from '../support/sign-in.js'

const DAY = 86_400_000

const provider = await startProvider()
afterAll(() => provider.stop())
const server = await startTestServer(signInBy(provider))
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
  await createUser(database, { email: 'ada@example.org', isAdmin: true })
})

const createAlbum = (headers: Record<string, string>) =>
  send(server, '/api/album', { method: 'POST', body: { albumName: '' }, headers })

const logout = (headers: Record<string, string>) => send(server, '/api/auth/logout', { method: 'POST', headers })

const cookieOf = (token: string) => ({ cookie: `theme=dark; __Host-media-library-session=${token}` })
const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` })

const token = async (): Promise<string> => (await signIn(server)).body.accessToken

describe('X2 a session', () => {
  test('is told to a program, and given to a browser as a cookie that no script and no other site can use', async () => {
    const { body, headers } = await signIn(server)

    expect(body).toEqual({
      accessToken: expect.stringMatching(/^mls_/),
      userId: expect.any(String),
      userEmail: 'ada@example.org',
      name: expect.any(String),
      isAdmin: true,
      profileImagePath: '',
      shouldChangePassword: false,
    })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^__Host-media-library-session=${body.accessToken}; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is known to the database by the hash of its secret alone', async () => {
    const given = await token()

    const row = await database.session.findFirstOrThrow()
    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(given.slice(37, 80))
  })

  test('is taken as bearer token and as cookie', async () => {
    const given = await token()

    for (const headers of [bearerOf(given), { ...cookieOf(given), ...fromOwnPage }]) {
      expect(await createAlbum(headers)).toMatchObject({ status: 201 })
    }
    expect(await createAlbum({ 'x-api-key': 'wrong', ...cookieOf(given), ...fromOwnPage })).toMatchObject({
      status: 401,
    })
  })

  test.each([
    ['nobody made', async () => makeSessionToken().token],
    ['has another secret', async () => makeSessionToken().token.replace(/^mls_\w{32}/, (await token()).slice(0, 36))],
    [
      'is of a deleted user',
      async () => {
        const given = await token()
        await database.user.updateMany({ data: { deletedAt: new Date() } })
        return given
      },
    ],
    [
      'is 30 days old',
      async () => {
        const given = await token()
        const { createdAt, expiresAt } = await database.session.findFirstOrThrow()
        expect(expiresAt.getTime() - createdAt.getTime()).toBeGreaterThan(29.9 * DAY)
        expect(expiresAt.getTime() - createdAt.getTime()).toBeLessThan(30.1 * DAY)
        await database.session.updateMany({ data: { expiresAt: new Date() } })
        return given
      },
    ],
    [
      'nobody used for 7 days',
      async () => {
        const given = await token()
        await database.session.updateMany({ data: { seenAt: new Date(Date.now() - 7 * DAY) } })
        return given
      },
    ],
  ])('is refused when it %s', async (_name, make) => {
    const given = await make()

    for (const headers of [bearerOf(given), { ...cookieOf(given), ...fromOwnPage }]) {
      expect(await createAlbum(headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })

  test('that is used stays', async () => {
    const given = await token()
    await database.session.updateMany({ data: { seenAt: new Date(Date.now() - 6.9 * DAY) } })

    await createAlbum(bearerOf(given))

    const { seenAt } = await database.session.findFirstOrThrow()
    expect(Date.now() - seenAt.getTime()).toBeLessThan(60_000)
  })

  test('of a browser ends when it signs in again, and no other session does', async () => {
    const phone = await token()
    const begun = await token()

    const login = await callback(server, await arrive(server), cookieOf(begun))

    expect(await createAlbum(bearerOf(begun))).toMatchObject({ status: 401 })
    for (const given of [phone, login.body.accessToken])
      expect(await createAlbum(bearerOf(given))).toMatchObject({ status: 201 })
  })
})

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

  test('is taken from a page of an old browser, which says its origin alone', async () => {
    expect(await createAlbum({ ...cookieOf(await token()), origin: server.url })).toMatchObject({ status: 201 })
  })

  test('reads for whoever asks', async () => {
    const path = '/api/tag/01900000-0000-7000-8000-000000000001/assets'

    expect(await send(server, path, { headers: cookieOf(await token()) })).toMatchObject({ status: 404 })
  })
})

describe('logout', () => {
  test('ends the session and takes the cookie away', async () => {
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

  test('needs a session', async () => {
    const { apiKey } = await createUser(database)

    expect(await logout({})).toMatchObject({ status: 401 })
    expect(await logout({ 'x-api-key': apiKey })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await logout({ ...cookieOf(await token()), 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
  })
})

describe('O4 X3 a sign-in', () => {
  test.each(['/api/oauth/config', '/api/oauth/authorize'])('does not begin at %s for another address', async (path) => {
    const redirectUri = 'https://evil.example/auth/login'

    expect(await send(server, path, { method: 'POST', body: { redirectUri } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/redirectUri', code: 'not_allowed' }] },
    })
  })

  test('begins for an app at any port of this machine', async () => {
    const redirectUri = 'http://127.0.0.1:50123/auth/login'

    const { body } = await authorize(server, { redirectUri })

    expect(new URL(body.url).searchParams.get('redirect_uri')).toBe(redirectUri)
    expect(await callback(server, await arrive(server, { redirectUri }))).toMatchObject({ status: 201 })
  })
})

describe('without a provider', async () => {
  const off = await startTestServer()

  test('nobody can begin or finish a sign-in', async () => {
    for (const answer of [await authorize(off), await callback(off, 'http://127.0.0.1:4000/auth/login?code=x')]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_off' } })
    }
  })

  test('features say so', async () => {
    expect(await send(off, '/api/server-info/features')).toMatchObject({
      status: 200,
      body: { oauth: false, oauthAutoLaunch: false, passwordLogin: false },
    })
  })
})
