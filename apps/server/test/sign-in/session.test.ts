import { beforeEach, describe, expect, test } from 'vitest'
import { makeSessionToken } from '../../src/users/credential.js'
import { createKey, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { createAlbum, fromOwnPage, toBearer, toCookie, withOtherSecret } from '../support/sign-in/sign-in.js'

const DAY = 86_400_000

const server = await startTestServer()
const { database } = server

let apiKey: string

beforeEach(async () => {
  await database.user.deleteMany()
  apiKey = (await createUser(database)).apiKey
})

/** The token of a new session. */
async function token(): Promise<string> {
  return (await send(server, '/api/auth/key', { method: 'POST', apiKey })).body.accessToken
}

function logout(headers: Record<string, string>) {
  return send(server, '/api/auth/logout', { method: 'POST', headers })
}

describe('a session (X2)', () => {
  test('is stored as the hash of its secret alone', async () => {
    const given = await token()

    const row = await database.session.findFirstOrThrow()
    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(given.slice(37, 80))
  })

  test('is accepted as a bearer token and as a cookie', async () => {
    const given = await token()

    for (const headers of [toBearer(given), { ...toCookie(given), ...fromOwnPage }]) {
      expect(await createAlbum(server, headers)).toMatchObject({ status: 201 })
    }
    expect(await createAlbum(server, { 'x-api-key': 'wrong', ...toCookie(given), ...fromOwnPage })).toMatchObject({
      status: 401,
    })
  })

  test.each([
    ['nobody made', async () => makeSessionToken().token],
    ['has another secret', async () => withOtherSecret(await token())],
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
    [
      'began while the clock was years ahead',
      async () => {
        const given = await token()
        await database.session.updateMany({ data: { expiresAt: new Date(Date.now() + 730 * DAY) } })
        return given
      },
    ],
  ])('is refused when it %s', async (_name, make) => {
    const given = await make()

    for (const headers of [toBearer(given), { ...toCookie(given), ...fromOwnPage }]) {
      expect(await createAlbum(server, headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })

  test('that is used does not expire, and prolongs no other', async () => {
    const [used] = [await token(), await token()]
    const longAgo = new Date(Date.now() - 6.9 * DAY)
    await database.session.updateMany({ data: { seenAt: longAgo } })

    await createAlbum(server, toBearer(used))

    const [idle, prolonged] = await database.session.findMany({ orderBy: { seenAt: 'asc' } })
    expect(idle?.seenAt).toEqual(longAgo)
    expect(Date.now() - Number(prolonged?.seenAt)).toBeLessThan(60_000)
  })

  test('is ended by the hundredth one after it, unless it is used', async () => {
    const [unused, used] = [await token(), await token()]
    const { userId, apiKeyId } = await database.session.findFirstOrThrow()
    await database.session.updateMany({ data: { seenAt: new Date(Date.now() - DAY) } })
    await createAlbum(server, toBearer(used))
    const terms = { userId, apiKeyId, userAgent: 'test', expiresAt: new Date(Date.now() + DAY) }
    const others = Array.from({ length: 98 }, () => makeSessionToken())
    await database.session.createMany({ data: others.map(({ id, secretHash }) => ({ ...terms, id, secretHash })) })

    const newest = await token()

    expect(await createAlbum(server, toBearer(unused))).toMatchObject({ status: 401 })
    for (const given of [used, newest, others[0]?.token ?? ''])
      expect(await createAlbum(server, toBearer(given))).toMatchObject({ status: 201 })
  })

  test('is not ended by any number of those that another key begins', async () => {
    const given = await token()
    const { userId } = await database.session.findFirstOrThrow()
    await database.session.updateMany({ data: { seenAt: new Date(Date.now() - DAY) } })
    const narrow = await createKey(database, userId, { scopes: ['tag.read'] })

    for (let count = 0; count < 101; count += 1) await send(server, '/api/auth/key', { method: 'POST', apiKey: narrow })

    expect(await createAlbum(server, toBearer(given))).toMatchObject({ status: 201 })
    expect(await database.session.count()).toBe(101)
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
    const answer = await createAlbum(server, { ...toCookie(await token()), ...headers })

    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
    expect(await database.album.count()).toBe(0)
  })

  test('is accepted from a page of an old browser, which sends its origin alone', async () => {
    expect(await createAlbum(server, { ...toCookie(await token()), origin: server.url })).toMatchObject({
      status: 201,
    })
  })

  test('may read in a request from any site', async () => {
    const path = '/api/tag/01900000-0000-7000-8000-000000000001/assets'

    expect(await send(server, path, { headers: toCookie(await token()) })).toMatchObject({ status: 404 })
  })
})

describe('logout', () => {
  test('ends the session and deletes the cookie', async () => {
    const given = await token()
    const other = await token()

    const answer = await logout({ ...toCookie(given), ...fromOwnPage })

    expect(answer).toMatchObject({ status: 200, body: { successful: true } })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-media-library-session=; Path=\/; Expires=Thu, 01 Jan 1970[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(await createAlbum(server, toBearer(given))).toMatchObject({ status: 401 })
    expect(await createAlbum(server, toBearer(other))).toMatchObject({ status: 201 })
  })

  test('leaves a key valid, which has no session', async () => {
    expect(await logout({ 'x-api-key': apiKey })).toMatchObject({ status: 200, body: { successful: true } })
    expect(await logout({ 'x-api-key': apiKey })).toMatchObject({ status: 200 })
  })

  test('requires a session or key, which no other site sends', async () => {
    expect(await logout({})).toMatchObject({ status: 401 })
    expect(await logout({ ...toCookie(await token()), 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
    })
  })
})
