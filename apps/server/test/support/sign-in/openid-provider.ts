import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  makeSigningKey,
  type OpenIdProvider,
  type Person,
  type ProviderOptions,
  startProvider,
} from '@media-library/test-support/openid-provider'

/** A real OpenID provider on loopback, which a test can make silent or dishonest. */
export interface TestProvider extends OpenIdProvider {
  /** From now on, the provider signs everyone in as this person. */
  person: Person & { sub: string }
  /** What it waits for before it answers anything. */
  answersAfter: Promise<unknown>
  /** Whether it publishes, under the names of its keys, keys with which it does not sign. */
  liesAboutKeys: boolean
  /** Replaces what it says in its ID tokens, which it signs; null for what is true. */
  claim: ((claims: IdTokenClaims) => object) | null
  /** Makes an ID token of the claims; null for one that it signs with its key. */
  forge: ((claims: object) => string) | null
  /** Answers a request in another way than a provider; returns whether it did. */
  misbehave(request: IncomingMessage, response: ServerResponse): boolean
}

/** What an ID token always says, and more. */
export interface IdTokenClaims {
  iss: string
  sub: string
  aud: string
  exp: number
  iat: number
}

interface TestProviderOptions extends Pick<ProviderOptions, 'port' | 'host' | 'configuration'> {
  /** What is registered of the client with a secret, besides the usual. */
  registered?: Partial<ProviderOptions['clients'][number]>
  /** Whether the client with a secret sends it in the header. */
  basic?: boolean
  /** Whether it signs with another key than the other providers. */
  hasOwnKey?: boolean
}

/** The key with which the providers sign. Making one takes long. */
export const commonKey: ReturnType<typeof makeSigningKey> = makeSigningKey()

export const CLIENT_SECRET = 'a secret: of+the/test%20'
export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/login'

const client = { redirect_uris: [REDIRECT_URI, 'app.example:/', 'app.immich:/'], application_type: 'native' } as const

/** Starts a provider on any free port or on the one given. */
export async function startTestProvider({
  basic = true,
  hasOwnKey = false,
  registered = {},
  configuration,
  ...listening
}: TestProviderOptions = {}): Promise<TestProvider> {
  const key = hasOwnKey ? makeSigningKey() : commonKey
  const behaviour: Omit<TestProvider, keyof OpenIdProvider> = {
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    answersAfter: Promise.resolve(),
    liesAboutKeys: false,
    claim: null,
    forge: null,
    misbehave: () => false,
  }
  const provider = await startProvider({
    ...listening,
    clients: [
      {
        ...client,
        client_id: 'media-library',
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: basic ? 'client_secret_basic' : 'client_secret_post',
        ...registered,
      },
      { ...client, client_id: 'public', token_endpoint_auth_method: 'none' },
    ],
    configuration: { jwks: { keys: [key] }, ...configuration },
    signIn: async () => behaviour.person.sub,
    describe: () => behaviour.person,
    intercept: async (request, response) => {
      await behaviour.answersAfter
      if (behaviour.misbehave(request, response)) return true
      if (request.url === '/token') replaceIdToken(response, behaviour, key)
      if (!behaviour.liesAboutKeys || request.url !== '/jwks') return false
      const { kty, n, e, kid, use, alg } = makeSigningKey(key.kid)
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: [{ kty, n, e, kid, use, alg }] }))
      return true
    },
  })
  return Object.assign(behaviour, provider)
}

/** Lets the answer of the provider carry another ID token, if there is to be one. */
function replaceIdToken(response: ServerResponse, { claim, forge }: Pick<TestProvider, 'claim' | 'forge'>, key: Key) {
  if (!claim && !forge) return
  const end = response.end.bind(response)
  response.end = ((body: string) => {
    const answer = JSON.parse(body)
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString())
    const said = claim?.(claims) ?? claims
    const text = JSON.stringify({ ...answer, id_token: forge?.(said) ?? signToken(said, key) })
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

type Key = typeof commonKey

/** Makes a token of claims that a key signs. */
export function signToken(claims: object, key: Key = commonKey): string {
  const text = toUnsigned({ alg: 'RS256', kid: key.kid }, claims)
  const jwk: JsonWebKey = JSON.parse(JSON.stringify(key))
  const signature = sign('sha256', Buffer.from(text), createPrivateKey({ key: jwk, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}

/** Returns the part of a token that is signed. */
export function toUnsigned(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}
