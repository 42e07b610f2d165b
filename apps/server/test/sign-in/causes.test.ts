import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignInCause } from '@media-library/contract'
import { makeSigningKey } from '@media-library/test-support/openid-provider'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect, disconnect } from '../../src/database/connect.js'
import { toPerson } from '../../src/sign-in/person.js'
import { createTestDatabase } from '../support/database/database.js'
import { openListener } from '../support/http/listener.js'
import { databaseWaits, testPool } from '../support/long.js'
import { serve } from '../support/processes/serve-process.js'
import {
  CLIENT_SECRET,
  type IdTokenClaims,
  signToken,
  startTestProvider,
  type TestProvider,
  toUnsigned,
} from '../support/sign-in/openid-provider.js'
import { authorize, signIn, signInBy, startSignInServer } from '../support/sign-in/sign-in.js'
import { until } from '../support/until.js'

const { url: databaseUrl, drop } = await createTestDatabase()
const database = connect(databaseUrl, testPool)
afterAll(() => disconnect(database).then(drop))

/** A service whose users sign in by the provider, in a process of its own, which writes a log. */
async function serveFor(
  { issuer }: { issuer: string },
  overrides: Record<string, string> = {},
  atEnd = onTestFinished,
) {
  const environment = { ...databaseWaits, ...signInBy({ issuer }, overrides), DATABASE_URL: databaseUrl }
  const { url, errors } = await serve(environment, ['--no-worker'], atEnd)
  return { url, adminUrl: null, database, databaseUrl, errors }
}

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await serveFor(provider, { OAUTH_AUTO_REGISTER: 'true' }, afterAll)
const { person } = provider
beforeEach(async () => {
  await database.user.deleteMany()
  Object.assign(provider, { person, claim: null, forge: null, liesAboutKeys: false, misbehave: () => false })
})

const now = () => Math.floor(Date.now() / 1_000)

function signByMac(alg: string, claims: object) {
  const text = toUnsigned({ alg }, claims)
  return `${text}.${createHmac('sha256', CLIENT_SECRET).update(text).digest('base64url')}`
}

/** Answers at a path what a test chooses. */
function answerAt(path: string, answer: (response: ServerResponse) => unknown) {
  return ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url !== path) return false
    answer(response)
    return true
  }
}

function answerUserInfo(type: string, body: string, status = 200) {
  return answerAt('/me', (response) => response.writeHead(status, { 'content-type': type }).end(body))
}

function answerToken(token: string) {
  return answerUserInfo('application/jwt', token)
}

type Deformity = (provider: TestProvider) => unknown

function claim(changes: (claims: IdTokenClaims) => object): Deformity {
  return (deformed) =>
    Object.assign(deformed, { claim: (claims: IdTokenClaims) => ({ ...claims, ...changes(claims) }) })
}

const forge = (make: (claims: object) => string) => (deformed: TestProvider) => Object.assign(deformed, { forge: make })
const misbehave = (how: TestProvider['misbehave']) => (deformed: TestProvider) =>
  Object.assign(deformed, { misbehave: how })
const ada = { sub: 'ada', email: 'ada@example.org', email_verified: true }

describe('the person and the operator are told the cause when the provider', () => {
  test.each<[cause: string, deform: Deformity, code: SignInCause, detail: string, hint: string]>([
    [
      'signs with the secret of the client',
      forge((claims) => signByMac('HS256', claims)),
      'unusable_algorithm',
      'the provider signs with HS256',
      'choose a signing key',
    ],
    [
      'does not sign',
      forge((claims) => `${toUnsigned({ alg: 'none' }, claims)}.`),
      'unusable_algorithm',
      'signs with none',
      'signing key',
    ],
    [
      'signs with a key that it does not publish',
      forge((claims) => signToken(claims, makeSigningKey('other'))),
      'unknown_key',
      'does not publish the key',
      'jwks_uri',
    ],
    [
      'signs with another key of the same name',
      (deformed) => Object.assign(deformed, { liesAboutKeys: true }),
      'wrong_signature',
      'the signature of the provider is wrong',
      'jwks_uri',
    ],
    ['encrypts', forge(() => 'a.b.c.d.e'), 'encrypted', 'the provider encrypts its answer', 'turn the encryption off'],
    [
      'has a slow clock',
      claim(() => ({ exp: now() - 300 })),
      'clocks_differ',
      'the clocks',
      's in the past: set the clocks',
    ],
    [
      'has a fast clock',
      claim(() => ({ iat: now() + 300 })),
      'clocks_differ',
      'the clocks',
      's in the future: set the clocks',
    ],
    ['is not yet valid', claim(() => ({ nbf: now() + 300 })), 'clocks_differ', 'the clocks', '\\"nbf\\"'],
    [
      'names another issuer',
      claim(({ iss }) => ({ iss: `${iss}/` })),
      'other_issuer',
      'names another issuer',
      `${provider.issuer}/\\": if that is your provider, set OAUTH_ISSUER`,
    ],
    ['means another client', claim(() => ({ aud: 'other' })), 'other_client', 'for another client', 'OAUTH_CLIENT_ID'],
    [
      'authorizes another client',
      claim(() => ({ azp: 'other' })),
      'other_client',
      'for another client',
      'OAUTH_CLIENT_ID',
    ],
    [
      'sends no ID token',
      misbehave(
        answerAt('/token', (response) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"access_token":"x","token_type":"bearer"}'),
        ),
      ),
      'no_id_token',
      'sends no ID token',
      'OpenID Connect',
    ],
    [
      'refuses the secret of this service',
      misbehave(
        answerAt('/token', (response) =>
          response
            .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic' })
            .end('{"error":"invalid_client"}'),
        ),
      ),
      'service_refused',
      'the provider refuses this service',
      'OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET',
    ],
    [
      'refuses to say who signs in',
      misbehave(answerUserInfo('text/plain', 'no', 403)),
      'no_user_info',
      'does not tell this service who you are',
      'the userinfo endpoint answers 403',
    ],
    [
      'does not accept its own access token',
      misbehave(
        answerAt('/me', (response) => response.writeHead(401, { 'www-authenticate': 'Bearer error="x"' }).end()),
      ),
      'no_user_info',
      'does not tell this service who you are',
      'the userinfo endpoint answers 401',
    ],
    [
      'shows a page for a person',
      misbehave(answerUserInfo('text/html', '<p>')),
      'unreadable_user_info',
      'neither JSON nor',
      'userinfo endpoint',
    ],
    [
      'describes another person',
      misbehave(answerUserInfo('application/json', '{"sub":"ben"}')),
      'other_person',
      'about another person',
      '\\"sub\\"',
    ],
    [
      'describes nobody',
      misbehave(answerUserInfo('application/json', '{}')),
      'other_person',
      'about another person',
      '\\"sub\\"',
    ],
    [
      'signs user-info with the secret of the client',
      misbehave(answerToken(signByMac('HS256', ada))),
      'unusable_algorithm',
      'the provider signs with HS256',
      'choose a signing key',
    ],
    [
      'does not sign user-info',
      misbehave(answerToken(`${toUnsigned({ alg: 'none' }, ada)}.`)),
      'unusable_algorithm',
      'none',
      'signing key',
    ],
    [
      'signs user-info with a key that it does not publish',
      misbehave(answerToken(signToken(ada, makeSigningKey('other')))),
      'unknown_key',
      'does not publish the key',
      'jwks_uri',
    ],
    [
      'describes the person to another client',
      misbehave(answerToken(signToken({ ...ada, aud: 'other' }))),
      'other_client',
      'for another client',
      'OAUTH_CLIENT_ID',
    ],
    [
      'describes the person as another issuer',
      misbehave(answerToken(signToken({ ...ada, iss: 'https://evil.example' }))),
      'other_issuer',
      'names another issuer',
      'https://evil.example',
    ],
  ])('%s', async (_cause, deform, code, detail, hint) => {
    deform(provider)
    const before = server.errors().length

    const answer = await signIn(server)

    const told = expect.stringContaining(detail)
    const errors = [{ pointer: '/url', code, detail: told }]
    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed', detail: told, errors } })
    expect(await until(() => /"hint":".*/.exec(server.errors().slice(before))?.[0])).toContain(hint)
    expect([await database.user.count(), await database.session.count()]).toEqual([0, 0])
  })

  test('calls itself otherwise', async () => {
    // As Entra does at its addresses for many organisations, in each of its clouds.
    const issuer = 'https://login.microsoftonline.us/{tenantid}/v2.0'
    const page = await openListener((_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer })),
    )
    onTestFinished(page.close)
    const other = await serveFor({ issuer: page.url })

    expect(await authorize(other)).toMatchObject({ status: 503 })
    const remedy = 'write the ID of your organisation (the tenant ID)'
    await until(() => other.errors().includes(`not OAUTH_ISSUER but \\"${issuer}\\": ${remedy}`))
  })

  test.each<[cause: string, claims: object, code: SignInCause, detail: string, hint: string]>([
    ['sends no e-mail address', {}, 'no_email', 'sends no usable e-mail address', 'allow the scope email'],
    [
      'has not verified the e-mail address',
      { ...ada, email_verified: false },
      'unverified_email',
      'has not verified',
      'verify the e-mail',
    ],
    [
      'does not say whether it is verified',
      { email: ada.email },
      'undecided_email',
      'does not say',
      'OAUTH_TRUST_EMAIL',
    ],
  ])('%s', async (_cause, claims, code, detail, hint) => {
    provider.person = { sub: 'ada', ...claims }
    const before = server.errors().length

    const answer = await signIn(server)

    const told = expect.stringContaining(detail)
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: told, errors: [{ pointer: '/url', code, detail: told }] },
    })
    await until(() => server.errors().slice(before).includes(hint))
  })
})

describe('user-info that the provider signs (OpenID Connect Core 5.3.2) is verified, and signs its person in', () => {
  test('when the provider does not announce it', async () => {
    provider.misbehave = answerToken(signToken(ada))

    expect(await signIn(server)).toMatchObject({ status: 201, body: { userEmail: 'ada@example.org' } })
  })

  test('when the client is registered for it', async () => {
    const signing = await startTestProvider({
      configuration: { features: { devInteractions: { enabled: false }, jwtUserinfo: { enabled: true } } },
      registered: { userinfo_signed_response_alg: 'RS256' },
    })
    onTestFinished(signing.stop)
    const other = await startSignInServer(signing, { DATABASE_URL: databaseUrl, OAUTH_AUTO_REGISTER: 'true' })

    expect(await signIn(other)).toMatchObject({ status: 201, body: { userEmail: 'ada@example.org' } })
  })
})

test('a provider that announces HS256, and signs with it for this client, signs nobody in, and is named', async () => {
  const secretive = await startTestProvider({
    configuration: { enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] } },
    registered: { id_token_signed_response_alg: 'HS256' },
  })
  onTestFinished(secretive.stop)
  const other = await startSignInServer(secretive, { DATABASE_URL: databaseUrl, OAUTH_AUTO_REGISTER: 'true' })

  expect(await signIn(other)).toMatchObject({
    status: 400,
    body: { code: 'sign_in_failed', detail: expect.stringContaining('the provider signs with HS256') },
  })
})

const trusting = await startSignInServer(provider, {
  DATABASE_URL: databaseUrl,
  OAUTH_AUTO_REGISTER: 'true',
  OAUTH_TRUST_EMAIL: 'true',
})

describe('with OAUTH_TRUST_EMAIL, an e-mail address', () => {
  test.each([
    ['counts as verified when the provider does not say', {}, 'ada@example.org'],
    ['counts as verified when the provider says nothing by null', { email_verified: null }, 'ada@example.org'],
    ['is refused when the provider has not verified it', { email_verified: false }, null],
    ['is refused when the provider says so as text', { email_verified: 'false' }, null],
  ])('%s', (_promise, verified, email) => {
    const claims = { sub: 'ada', email: 'ada@example.org', ...verified }

    expect(toPerson(provider.issuer, claims, { trustEmail: true })?.email).toBe(email)
  })

  test('counts when only the ID token has it, as that of Entra', async () => {
    provider.claim = (claims) => ({ ...claims, email: 'ada@example.org' })
    provider.misbehave = answerUserInfo('application/json', '{"sub":"ada","name":"Ada"}')

    expect(await signIn(trusting)).toMatchObject({ status: 201, body: { userEmail: 'ada@example.org', name: 'Ada' } })
  })
})
