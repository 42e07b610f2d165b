import type { SignInCause } from '@media-library/contract'
import { followTo } from '@media-library/test-support/openid-provider'
import { describe, expect, test, vi } from 'vitest'
import { REDIRECT_URI } from '../support/sign-in/openid-provider.js'
import {
  arrive,
  authorize,
  createAlbum,
  finishSignIn,
  fromOwnPage,
  openSignIn,
  signIn,
  startSignInServer,
  toBearer,
  toCookie,
} from '../support/sign-in/sign-in.js'

const { provider, server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })
const wrong = await startSignInServer(provider, { OAUTH_CLIENT_SECRET: 'wrong', OAUTH_AUTO_REGISTER: 'true' })

function withParameter(address: string, name: string, value: string) {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

/** Lets the provider answer a sign-in whose address somebody has changed on the way. */
async function arriveWith(name: string, value: string) {
  const { body } = await authorize(server)
  return followTo(REDIRECT_URI, withParameter(body.url, name, value))
}

describe('an address at which nobody is signed in', () => {
  test.each<[name: string, code: SignInCause, makeAddress: () => Promise<string>]>([
    ['no address', 'no_sign_in', async () => 'nonsense'],
    ['no state', 'no_sign_in', async () => `${REDIRECT_URI}?code=x`],
    ['a wrong state', 'not_begun_here', async () => withParameter(await arrive(server), 'state', 'a'.repeat(43))],
    ['a state of another form', 'no_sign_in', async () => withParameter(await arrive(server), 'state', "' OR 1=1 --")],
    ['two states', 'no_sign_in', async () => `${await arrive(server)}&state=${'a'.repeat(43)}`],
    ['a state of another service', 'not_begun_here', () => arrive(wrong)],
    [
      'another redirect URI',
      'not_begun_here',
      async () => (await arrive(server)).replace(REDIRECT_URI, 'app.example:/'),
    ],
    ['another path', 'not_begun_here', async () => (await arrive(server)).replace('/auth/login', '/auth/other')],
    ['no code', 'other_sign_in', async () => (await arrive(server)).replace('code=', 'kode=')],
    ['a wrong code', 'provider_error', async () => withParameter(await arrive(server), 'code', 'wrong')],
    ['two codes', 'other_sign_in', async () => `${await arrive(server)}&code=x`],
    [
      'the code of another sign-in',
      'provider_error',
      async () => {
        const other = new URL(await arrive(server)).searchParams.get('code') ?? ''
        return withParameter(await arrive(server), 'code', other)
      },
    ],
    ['another issuer', 'other_sign_in', async () => withParameter(await arrive(server), 'iss', 'https://evil.example')],
    ['no issuer', 'other_sign_in', async () => (await arrive(server)).replace('iss=', 'izz=')],
    ['a wrong nonce', 'other_sign_in', () => arriveWith('nonce', 'x'.repeat(43))],
    ['a wrong challenge', 'provider_error', () => arriveWith('code_challenge', 'x'.repeat(43))],
    ['the code of another client', 'provider_error', () => arriveWith('client_id', 'public')],
    [
      'the refusal of the person',
      'access_denied',
      async () => withParameter((await arrive(server)).replace('code=', 'kode='), 'error', 'access_denied'),
    ],
    [
      'the refusal of the provider',
      'provider_error',
      async () => {
        const { body } = await authorize(server)
        return followTo(REDIRECT_URI, withParameter(body.url, 'prompt', 'none'))
      },
    ],
  ])('has %s (%s)', async (_name, code, makeAddress) => {
    const answer = await finishSignIn(server, await makeAddress())

    const errors = [{ pointer: '/url', code, detail: answer.body.detail }]
    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed', errors } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await database.session.count()).toBe(0)
  })

  test('is used many times at once (O3)', async () => {
    const address = await arrive(server)

    const answers = await Promise.all(Array.from({ length: 8 }, () => finishSignIn(server, address)))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
    expect(await database.session.count()).toBe(1)
  })

  test.each([
    ['more than 10 minutes ago', -600_000],
    ['while the clock was an hour ahead', 3_600_000],
  ])('belongs to a sign-in that began %s (O3)', async (_when, aheadMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
    const { body } = await authorize(server).finally(() => vi.useRealTimers())

    const answer = await finishSignIn(server, await followTo(REDIRECT_URI, body.url))

    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('10 minutes') } })
    expect(await database.session.count()).toBe(0)
  })
})

describe('a browser', () => {
  const readSignInCookie = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

  test('finishes only a sign-in that it began itself', async () => {
    const began = await authorize(server, { headers: fromOwnPage })
    const mine = await followTo(REDIRECT_URI, began.body.url)
    const another = await authorize(server, { headers: fromOwnPage })

    const stolen = await finishSignIn(server, mine, { ...fromOwnPage, cookie: readSignInCookie(another) })
    const own = await finishSignIn(server, await followTo(REDIRECT_URI, another.body.url), {
      ...fromOwnPage,
      cookie: readSignInCookie(another),
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
    const answer = await finishSignIn(server, address, { ...fromOwnPage, cookie: readSignInCookie(browser) })

    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await database.session.count()).toBe(0)
  })

  test.each(['cross-site', 'same-site'])('is signed in by no page that is %s, and stays who it is', async (site) => {
    const before = await signIn(server)
    const { accessToken } = before.body

    const answer = await finishSignIn(server, await arrive(server), {
      ...toCookie(accessToken),
      'sec-fetch-site': site,
    })

    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await createAlbum(server, toBearer(accessToken))).status).toBe(201)
  })

  test('may sign in on two tabs', async () => {
    const one = await authorize(server, { headers: fromOwnPage })
    const cookie = readSignInCookie(one)
    const other = await authorize(server, { headers: { ...fromOwnPage, cookie } })

    for (const { body } of [one, other]) {
      const answer = await finishSignIn(server, await followTo(REDIRECT_URI, body.url), { ...fromOwnPage, cookie })

      expect(answer.status).toBe(201)
    }
  })
})
