import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { REDIRECT_URI, startTestProvider } from '../support/sign-in/openid-provider.js'
import { arrive, authorize, callback, signIn, startSignInServer } from '../support/sign-in/sign-in.js'

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await startSignInServer(provider, { OAUTH_AUTO_REGISTER: 'true' })
const closed = await startSignInServer(provider)
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
  await closed.database.user.deleteMany()
  provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' }
})

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

async function nobodyIsIn() {
  expect(await database.session.count()).toBe(0)
  expect(await closed.database.session.count()).toBe(0)
}

describe('an address at which nobody is signed in', () => {
  test.each([
    ['no address', async () => 'nonsense'],
    ['no state', async () => `${REDIRECT_URI}?code=x`],
    ['a wrong state', async () => withParameter(await arrive(server), 'state', 'a'.repeat(43))],
    ['a state of another form', async () => withParameter(await arrive(server), 'state', "' OR 1=1 --")],
    ['two states', async () => `${await arrive(server)}&state=${'a'.repeat(43)}`],
    ['a state of another service', () => arrive(closed)],
    ['another redirect URI', async () => (await arrive(server)).replace(REDIRECT_URI, 'app.example:/')],
    ['another path', async () => (await arrive(server)).replace('/auth/login', '/auth/other')],
    ['no code', async () => (await arrive(server)).replace('code=', 'kode=')],
    ['a wrong code', async () => withParameter(await arrive(server), 'code', 'wrong')],
    ['two codes', async () => `${await arrive(server)}&code=x`],
    [
      'the code of another sign-in',
      async () => {
        const other = new URL(await arrive(server)).searchParams.get('code') ?? ''
        return withParameter(await arrive(server), 'code', other)
      },
    ],
    ['another issuer', async () => withParameter(await arrive(server), 'iss', 'https://evil.example')],
    ['no issuer', async () => (await arrive(server)).replace('iss=', 'izz=')],
    ['a wrong nonce', () => arriveWith('nonce', 'x'.repeat(43))],
    ['a wrong challenge', () => arriveWith('code_challenge', 'x'.repeat(43))],
    ['the code of another client', () => arriveWith('client_id', 'public')],
    [
      'the refusal of the provider',
      async () => {
        const { body } = await authorize(server)
        return followTo(REDIRECT_URI, withParameter(body.url, 'prompt', 'none'))
      },
    ],
  ])('has %s', async (_name, makeAddress) => {
    const answer = await callback(server, await makeAddress())

    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(answer.headers.getSetCookie()).toEqual([])
    await nobodyIsIn()
  })

  test('O3 was used before', async () => {
    const address = await arrive(server)

    const first = await callback(server, address)
    const second = await callback(server, address)

    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await database.session.count()).toBe(1)
  })

  test('O3 is used many times at once', async () => {
    const address = await arrive(server)

    const answers = await Promise.all(Array.from({ length: 8 }, () => callback(server, address)))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
  })

  test('O3 is older than 10 minutes, and is then removed', async () => {
    const address = await arrive(server)
    await database.$executeRaw`UPDATE sign_in SET created_at = created_at - interval '10 minutes'`

    const answer = await callback(server, address)
    await authorize(server)

    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await database.signIn.count()).toBe(1)
    await nobodyIsIn()
  })
})

describe('a service whose secret is wrong', async () => {
  const wrong = await startSignInServer(provider, { OAUTH_CLIENT_SECRET: 'wrong', OAUTH_AUTO_REGISTER: 'true' })

  test('signs nobody in', async () => {
    expect(await signIn(wrong)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await wrong.database.user.count()).toBe(0)
  })
})
