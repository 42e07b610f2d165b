import { describe, expect, test } from 'vitest'
import type { IdTokenClaims } from '../support/sign-in/openid-provider.js'
import { openSignIn, signIn } from '../support/sign-in/sign-in.js'

const { provider, server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

const DAY = 86_400
const now = () => Math.floor(Date.now() / 1_000)

/** Signs in with an ID token whose claims differ from the true ones; a claim that is undefined is missing. */
async function signInWith(changes: (claims: IdTokenClaims) => object) {
  provider.claim = (claims) => ({ ...claims, ...changes(claims) })
  return signIn(server)
}

describe('an ID token (OpenID Connect Core 3.1.3.7) signs its person in', () => {
  test.each<[string, (claims: IdTokenClaims) => object]>([
    ['as the provider makes it', () => ({})],
    ['for this client, as a list', ({ aud }) => ({ aud: [aud] })],
    ['for this client, as its authorized party', ({ aud }) => ({ azp: aud })],
    ['for this client among others, as its authorized party', ({ aud }) => ({ aud: ['other', aud], azp: aud })],
    ['issued by a clock that is some seconds fast', () => ({ iat: now() + 10, nbf: now() + 10 })],
    ['with the time of the sign-in at the provider', () => ({ auth_time: now() - DAY })],
    ['with an id of 255 characters', () => ({ sub: 's'.repeat(255), email: 'ada@example.org', email_verified: true })],
  ])('%s', async (_name, changes) => {
    expect(await signInWith(changes)).toMatchObject({ status: 201 })
  })
})

describe('an ID token (OpenID Connect Core 3.1.3.7) signs nobody in', () => {
  test.each<[string, (claims: IdTokenClaims) => object]>([
    ['without an issuer', () => ({ iss: undefined })],
    ['for other clients', () => ({ aud: ['other', 'more'] })],
    ['for nobody', () => ({ aud: [] })],
    ['without an audience', () => ({ aud: undefined })],
    ['for several clients without an authorized party', ({ aud }) => ({ aud: [aud, 'other'] })],
    ['for several clients, another of them authorized', ({ aud }) => ({ aud: [aud, 'other'], azp: 'other' })],
    ['for this client in a list, with another authorized party', ({ aud }) => ({ aud: [aud], azp: 'other' })],
    ['with an authorized party that is no text', ({ aud }) => ({ azp: [aud] })],
    ['without the time of its issue', () => ({ iat: undefined })],
    ['with a text for the time of its issue', () => ({ iat: String(now()) })],
    ['that never expires', () => ({ exp: undefined })],
    ['with a text for its expiry', () => ({ exp: String(now() + DAY) })],
    ['without a person', () => ({ sub: undefined })],
    ['with an empty id of its person', () => ({ sub: '' })],
    ['with an id that is a number', () => ({ sub: 1815 })],
    ['with an id that is a list', ({ sub }) => ({ sub: [sub] })],
    ['with an id of 256 characters', () => ({ sub: 's'.repeat(256), email_verified: true })],
    ['with an id that is no ASCII', () => ({ sub: 'ad\u00e4', email_verified: true })],
    ['with an id of control characters', () => ({ sub: 'ada\n', email_verified: true })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['with nonsense for the time of the sign-in', () => ({ auth_time: 'yesterday' })],
    ['with a time of the sign-in before all times', () => ({ auth_time: -1 })],
  ])('%s', async (_name, changes) => {
    const answer = await signInWith(changes)

    expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect([await database.user.count(), await database.session.count()]).toEqual([0, 0])
  })
})
