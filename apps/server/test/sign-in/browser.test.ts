import { followTo } from '@media-library/test-support/openid-provider'
import { describe, expect, test } from 'vitest'
import { REDIRECT_URI } from '../support/sign-in/openid-provider.js'
import { arrive, authorize, callback, fromOwnPage, openSignIn } from '../support/sign-in/sign-in.js'

const { server } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

describe('a browser', () => {
  const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

  test('finishes only a sign-in that it began itself', async () => {
    const began = await authorize(server, { headers: fromOwnPage })
    const mine = await followTo(REDIRECT_URI, began.body.url)
    const another = await authorize(server, { headers: fromOwnPage })

    const stolen = await callback(server, mine, { ...fromOwnPage, cookie: cookieOf(another) })
    const own = await callback(server, await followTo(REDIRECT_URI, another.body.url), {
      ...fromOwnPage,
      cookie: cookieOf(another),
    })

    expect(began.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-media-library-sign-in=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(stolen).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(own.status).toBe(201)
  })

  test('is not signed in by a sign-in that somebody else began elsewhere', async () => {
    const browser = await authorize(server, { headers: fromOwnPage })

    const address = await arrive(server)
    const answer = await callback(server, address, { ...fromOwnPage, cookie: cookieOf(browser) })

    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await server.database.session.count()).toBe(0)
  })

  test('may sign in on two tabs', async () => {
    const one = await authorize(server, { headers: fromOwnPage })
    const cookie = cookieOf(one)
    const other = await authorize(server, { headers: { ...fromOwnPage, cookie } })

    for (const { body } of [one, other]) {
      const answer = await callback(server, await followTo(REDIRECT_URI, body.url), { ...fromOwnPage, cookie })

      expect(answer.status).toBe(201)
    }
  })
})
