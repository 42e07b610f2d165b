import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../support/http/server.js'
import { commonKey, toUnsigned } from '../support/sign-in/openid-provider.js'
import { arrive, authorize, finishSignIn, openSignIn, signIn, signInBy } from '../support/sign-in/sign-in.js'

const { provider, server, database } = await openSignIn({ OAUTH_AUTO_REGISTER: 'true' })

beforeEach(() => {
  provider.forge = null
  provider.misbehave = () => false
})

const { kty, n, e, kid } = commonKey
const publicKey: JsonWebKey = JSON.parse(JSON.stringify({ kty, n, e }))

/** A token whose signature is an HMAC by a secret that others know. */
function signWith(secret: string, claims: object) {
  const text = toUnsigned({ alg: 'HS256', kid }, claims)
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('an ID token signs nobody in', () => {
  test.each<[string, (claims: object) => string]>([
    ['without a signature, by the name of a key', (claims) => `${toUnsigned({ alg: 'none', kid }, claims)}.`],
    ['with an empty signature', (claims) => `${toUnsigned({ alg: 'RS256', kid }, claims)}.`],
    [
      'with the signature of another token',
      (claims) => `${toUnsigned({ alg: 'RS256', kid }, claims)}.${'A'.repeat(342)}`,
    ],
    [
      'with an HMAC by the public key',
      (claims) =>
        signWith(
          String(createPublicKey({ key: publicKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' })),
          claims,
        ),
    ],
    [
      'that brings its own key',
      (claims) =>
        `${toUnsigned({ alg: 'RS256', jwk: publicKey, jku: 'http://127.0.0.1/jwks' }, claims)}.${'A'.repeat(342)}`,
    ],
    ['that is no token', () => 'nonsense'],
  ])('%s', async (_name, forge) => {
    provider.forge = forge

    const answer = await signIn(server)

    expect([400, 503]).toContain(answer.status)
    expect([await database.user.count(), await database.session.count()]).toEqual([0, 0])
  })
})

const MIB = 1_048_576
const GIB = 1_024 * MIB

/** Answers JSON that goes on for a gigabyte, as fast as it is read. Returns how many bytes went out. */
function answerEndlessly(response: ServerResponse) {
  const piece = Buffer.alloc(MIB / 4, ' ')
  const sent = { bytes: 0 }
  const pieces = function* () {
    for (; sent.bytes < GIB; sent.bytes += piece.length) yield piece
  }
  response.setHeader('content-type', 'application/json')
  Readable.from(pieces()).pipe(response)
  return sent
}

const down = { status: 503, body: { code: 'unavailable' } }
const endpoints = ['/.well-known/openid-configuration', '/token', '/jwks', '/me']

describe('a provider counts as one that is down (O5)', () => {
  test.each(endpoints)('that answers a gigabyte at %s, of which little is read', async (path) => {
    const fresh = await startTestServer(signInBy(provider, { DATABASE_URL: server.databaseUrl }))
    const address = await arrive(server)
    let sent = { bytes: 0 }
    provider.misbehave = ({ url }, response) => {
      if (url !== path) return false
      sent = answerEndlessly(response)
      return true
    }

    const answer = path.startsWith('/.well') ? await authorize(fresh) : await finishSignIn(server, address)

    expect(answer).toMatchObject(down)
    expect(sent.bytes).toBeGreaterThan(0)
    expect(sent.bytes).toBeLessThan(32 * MIB)
  })

  test('that begins an answer, and never ends it', async () => {
    const address = await arrive(server)
    provider.misbehave = ({ url }, response) => {
      if (url !== '/jwks') return false
      response.setHeader('content-type', 'application/json').write('{')
      return true
    }

    expect(await finishSignIn(server, address)).toMatchObject(down)
  })

  test('whose 10,000 keys are more than a provider has', async () => {
    const address = await arrive(server)
    const keys = Array.from({ length: 10_000 }, (_, number) => ({
      kty,
      n,
      e,
      kid: `key-${number}`,
      use: 'sig',
      alg: 'RS256',
    }))
    provider.misbehave = ({ url }, response) => {
      if (url !== '/jwks') return false
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
      return true
    }

    expect(await finishSignIn(server, address)).toMatchObject(down)
  })
})
