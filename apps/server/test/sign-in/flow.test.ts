import { followTo } from '@media-library/test-support/openid-provider'
import { describe, expect, test } from 'vitest'
import { listInvitations } from '../../src/accounts/invitations.js'
import { toPerson } from '../../src/sign-in/person.js'
import { toHash } from '../../src/sign-in/sign-in-state.js'
import { createSignInCode } from '../../src/sign-in/sign-in-with-code.js'
import { createUser } from '../support/database/factories.js'
import { readTables } from '../support/database/grown-library.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { REDIRECT_URI, startTestProvider } from '../support/sign-in/openid-provider.js'
import {
  arrive,
  authorize,
  createAlbum,
  finishSignIn,
  openSignIn,
  signIn,
  signInBy,
  startSignInServer,
  toBearer,
} from '../support/sign-in/sign-in.js'

const { provider, server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })
const { databaseUrl: DATABASE_URL } = server

/** Who somebody is to the service, by what the provider says of them. */
function identify(claims: object) {
  return toPerson(provider.issuer, { sub: 'eve', ...claims }, { trustEmail: false })
}

describe('a sign-in', () => {
  test('begins with the URL of generateOAuthConfig, and ends in a session that operations accept (O1, O3)', async () => {
    const config = await send(server, '/api/oauth/config', { method: 'POST', body: { redirectUri: REDIRECT_URI } })
    const login = await finishSignIn(server, await followTo(REDIRECT_URI, config.body.url))
    const album = await createAlbum(server, toBearer(login.body.accessToken))

    expect(config).toMatchObject({
      status: 201,
      body: { enabled: true, passwordLoginEnabled: true, buttonText: 'Sign in', autoLaunch: false },
    })
    expect(login).toMatchObject({ status: 201, body: { userEmail: 'ada@example.org', name: 'Ada Lovelace' } })
    expect(album).toMatchObject({ status: 201, body: { ownerId: login.body.userId } })
  })

  test('requests a code, with PKCE, state and nonce, each different (O3)', async () => {
    const [one, other] = await Promise.all([authorize(server), authorize(server)])

    const asked = Object.fromEntries(new URL(one.body.url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'media-library',
      scope: 'openid email profile',
      redirect_uri: REDIRECT_URI,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[name]).toMatch(/^[\w-]{43}$/)
      expect(new URL(other.body.url).searchParams.get(name)).not.toBe(asked[name])
    }
  })

  test('comes back to an app, also at any port of this machine (O4, X3)', async () => {
    for (const redirectUri of ['app.example:/', 'http://127.0.0.1:50123/auth/login']) {
      const { body } = await authorize(server, { redirectUri })

      expect(new URL(body.url).searchParams.get('redirect_uri')).toBe(redirectUri)
      expect(await finishSignIn(server, await arrive(server, { redirectUri }))).toMatchObject({ status: 201 })
    }
  })

  test('is begun for no other address by the deprecated operation (O4)', async () => {
    const body = { redirectUri: 'https://evil.example/auth/login' }

    expect(await send(server, '/api/oauth/config', { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/redirectUri', code: 'not_allowed' }] },
    })
  })

  test('begins without a trace in the database, so that nobody can crowd out the sign-ins of others (O3)', async () => {
    const before = await readTables(server.databaseUrl)

    await authorize(server)

    expect(await readTables(server.databaseUrl)).toEqual(before)
  })

  test('is finished by any instance on the same database', async () => {
    const other = await startTestServer({ ...signInBy(provider), DATABASE_URL })
    await createUser(database, { email: 'ada@example.org' })

    const login = await finishSignIn(other, await arrive(server))
    const album = await createAlbum(server, toBearer(login.body.accessToken))

    expect(login.status).toBe(201)
    expect(album.status).toBe(201)
  })

  test('works for a public client', async () => {
    const open = { DATABASE_URL, OAUTH_CLIENT_ID: 'public', OAUTH_CLIENT_SECRET: '', OAUTH_AUTO_REGISTER: 'true' }
    const other = await startSignInServer(provider, open)

    expect(await signIn(other)).toMatchObject({ status: 201 })
  })

  test('sends the secret by the method that the provider supports', async () => {
    const posting = await startTestProvider({
      configuration: { clientAuthMethods: ['client_secret_post', 'none'] },
      basic: false,
    })
    const other = await startSignInServer(posting, { DATABASE_URL, OAUTH_AUTO_REGISTER: 'true' })

    expect(await signIn(other)).toMatchObject({ status: 201 })
    await posting.stop()
  })
})

describe('a person who signs in', () => {
  test('is the user with the verified e-mail address, and from then on the user with the sub', async () => {
    const ada = await createUser(database, { email: 'ada@example.org' })
    provider.person = { sub: 'ada', email: 'Ada@Example.org', email_verified: true }

    const first = await signIn(server)
    provider.person = { sub: 'ada', email: 'lovelace@example.org', email_verified: true }
    const second = await signIn(server)

    expect([first.body.userId, second.body.userId]).toEqual([ada.id, ada.id])
    expect(await database.user.findMany()).toMatchObject([
      { email: 'ada@example.org', oauthId: 'ada', oauthIssuer: provider.issuer },
    ])
  })

  test('has a verified address when the provider says so as text', async () => {
    provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: 'true' }

    expect(await signIn(server)).toMatchObject({ status: 201, body: { userEmail: 'ada@example.org' } })
  })

  test('is registered once, whatever number of their sign-ins finish at once', async () => {
    const addresses = await Promise.all(Array.from({ length: 8 }, () => arrive(server)))

    const logins = await Promise.all(addresses.map((address) => finishSignIn(server, address)))

    expect(logins.map(({ status }) => status)).toEqual(addresses.map(() => 201))
    expect(new Set(logins.map(({ body }) => body.userId)).size).toBe(1)
    expect(await database.user.count()).toBe(1)
  })

  test('is linked once, whatever number of their sign-ins finish at once', async () => {
    const ada = await createUser(database, { email: 'ada@example.org' })
    const addresses = await Promise.all(Array.from({ length: 8 }, () => arrive(server)))

    const logins = await Promise.all(addresses.map((address) => finishSignIn(server, address)))

    expect(logins.map(({ status, body }) => [status, body.userId])).toEqual(addresses.map(() => [201, ada.id]))
  })

  test('is the same user after the issuer changed, by their e-mail address alone', async () => {
    const ada = await createUser(database, { email: 'ada@example.org', oauthIssuer: 'https://old', oauthId: '1' })
    await createUser(database, { email: 'ben@example.org', oauthIssuer: 'https://old', oauthId: 'ada' })

    const login = await signIn(server)

    expect(login.body.userId).toBe(ada.id)
  })

  test('needs no invitation any more', async () => {
    const ada = await createUser(database, { email: 'ada@example.org' })
    const ben = await createUser(database)
    for (const { id: userId } of [ada, ben])
      await createSignInCode(database, { codeHash: toHash(userId), userId, isInvitation: true })

    await signIn(server)

    expect(await listInvitations(database)).toMatchObject([{ id: ben.id }])
  })

  const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'
  test.each([
    ['is named after the address when the provider gives no name', undefined, 'eve'],
    ['is named after the address when the name is blank', ' \u202e\n', 'eve'],
    ['is named after the address when nobody sees the name', '\u200b\u3164\u2800', 'eve'],
    ['is named after the address when the name is one endless character', `e${'\u0301'.repeat(500)}`, 'eve'],
    ['has a name of at most 200 characters', 'Ada '.repeat(250), 'Ada '.repeat(50).trim()],
    ['has a name that ends with a whole character', `Ada ${family.repeat(50)}`, `Ada ${family.repeat(39)}`],
    ['has a name in one line', ' Ada\r\n\tLove\u2028lace\0', 'Ada Love lace'],
    ['has a name that turns no text around it', '\u202egpj.ada\u2066', 'gpj.ada'],
    ['has a name in any script', '\u05e2\u05b8\u05d3\u05b8\u05d4 \u200f', '\u05e2\u05b8\u05d3\u05b8\u05d4 \u200f'],
  ])('%s', (_promise, given, name) => {
    expect(identify({ email: 'eve@example.org', email_verified: true, ...(given && { name: given }) })).toMatchObject({
      name,
    })
  })
})

describe('a sign-in at the provider that is refused here', () => {
  const expectRefusal = async (answer: { status: number; body: unknown }) => {
    expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_refused' } })
    expect(await database.session.count()).toBe(0)
  }

  test('is of somebody who has no account, and gets none', async () => {
    const closed = await startSignInServer(provider, { DATABASE_URL })

    await expectRefusal(await signIn(closed))

    expect(await database.user.count()).toBe(0)
  })

  test('has an e-mail address that the provider has not verified', async () => {
    await createUser(database, { email: 'ada@example.org' })
    provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: false }

    await expectRefusal(await signIn(server))
    expect(await database.user.findMany()).toMatchObject([{ oauthId: '' }])
  })

  test.each([
    ['unverified, as text', { email: 'ada@example.org', email_verified: 'false' }],
    ['called verified in another way', { email: 'ada@example.org', email_verified: 'yes' }],
    ['not said to be verified', { email: 'ada@example.org' }],
    ['no address', { email: 'ada', email_verified: true }],
    ['longer than mail can have', { email: `${'a'.repeat(243)}@example.org`, email_verified: true }],
    ['missing', {}],
  ])('has an e-mail address that is %s', (_name, claims) => {
    expect(identify(claims)).toMatchObject({ email: null, emailFault: { reason: expect.any(String) } })
  })

  test('has an address with a letter that only lower case makes equal to that of a user', async () => {
    await createUser(database, { email: 'kate@example.org' })
    provider.person = { sub: 'mallory', email: '\u212aate@example.org', email_verified: true }

    await expectRefusal(await signIn(server))
    expect(await database.user.findMany()).toMatchObject([{ oauthId: '' }])
  })

  test('is of a deleted user, whether they signed in before or not', async () => {
    await createUser(database, { email: 'ada@example.org', deletedAt: new Date() })
    await createUser(database, {
      email: 'ben@example.org',
      oauthIssuer: provider.issuer,
      oauthId: 'ben',
      deletedAt: new Date(),
    })

    await expectRefusal(await signIn(server))
    provider.person = { sub: 'ben', email: 'ben@example.org', email_verified: true }
    await expectRefusal(await signIn(server))
  })

  test('has the address of a user whom the provider knows by another sub', async () => {
    await signIn(server)
    await database.session.deleteMany()
    provider.person = { sub: 'mallory', email: 'ada@example.org', email_verified: true }

    await expectRefusal(await signIn(server))
  })
})
