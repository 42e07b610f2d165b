import { beforeEach, describe, expect, test } from 'vitest'
import { makeSessionToken } from '../../src/users/credential.js'
import { createUser } from '../support/database/factories.js'
import {
  arrive,
  bearerOf,
  beginSession,
  callback,
  cookieOf,
  createAlbum,
  fromOwnPage,
  openSignIn,
  signIn,
} from '../support/sign-in/sign-in.js'

const DAY = 86_400_000

const { server, database } = await openSignIn()

beforeEach(async () => {
  await createUser(database, { email: 'ada@example.org', isAdmin: true })
})

function token() {
  return beginSession(server)
}

describe('X2 a session', () => {
  test('is sent to a program in the body, and to a browser as a cookie that no script and no other site can use', async () => {
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

  test('is stored as the hash of its secret alone', async () => {
    const given = await token()

    const row = await database.session.findFirstOrThrow()
    expect(row.secretHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(given.slice(37, 80))
  })

  test('is accepted as a bearer token and as a cookie', async () => {
    const given = await token()

    for (const headers of [bearerOf(given), { ...cookieOf(given), ...fromOwnPage }]) {
      expect(await createAlbum(server, headers)).toMatchObject({ status: 201 })
    }
    expect(await createAlbum(server, { 'x-api-key': 'wrong', ...cookieOf(given), ...fromOwnPage })).toMatchObject({
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
      expect(await createAlbum(server, headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })

  test('that is used does not expire', async () => {
    const given = await token()
    await database.session.updateMany({ data: { seenAt: new Date(Date.now() - 6.9 * DAY) } })

    await createAlbum(server, bearerOf(given))

    const { seenAt } = await database.session.findFirstOrThrow()
    expect(Date.now() - seenAt.getTime()).toBeLessThan(60_000)
  })

  test('is ended by the hundredth one after it, unless it is used', async () => {
    const [unused, used] = [await token(), await token()]
    const { userId } = await database.session.findFirstOrThrow()
    await database.session.updateMany({ data: { seenAt: new Date(Date.now() - DAY) } })
    await createAlbum(server, bearerOf(used))
    const terms = { userId, userAgent: 'test', expiresAt: new Date(Date.now() + DAY) }
    const others = Array.from({ length: 98 }, () => makeSessionToken())
    await database.session.createMany({ data: others.map(({ id, secretHash }) => ({ ...terms, id, secretHash })) })

    const newest = await token()

    expect(await createAlbum(server, bearerOf(unused))).toMatchObject({ status: 401 })
    for (const given of [used, newest, others[0]?.token ?? ''])
      expect(await createAlbum(server, bearerOf(given))).toMatchObject({ status: 201 })
  })

  test('of a browser ends when the browser signs in again, and no other session does', async () => {
    const phone = await token()
    const begun = await token()

    const login = await callback(server, await arrive(server), cookieOf(begun))

    expect(await createAlbum(server, bearerOf(begun))).toMatchObject({ status: 401 })
    for (const given of [phone, login.body.accessToken])
      expect(await createAlbum(server, bearerOf(given))).toMatchObject({ status: 201 })
  })
})
