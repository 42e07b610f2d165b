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
}

interface TestProviderOptions extends Pick<ProviderOptions, 'port' | 'host' | 'configuration'> {
  /** Whether the client with a secret sends it in the header. */
  basic?: boolean
  /** Whether it signs with another key than the other providers. */
  hasOwnKey?: boolean
}

/** Making one takes long. */
const commonKey = makeSigningKey()

export const CLIENT_SECRET = 'a secret: of+the/test%20'
export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/login'

const client = { redirect_uris: [REDIRECT_URI, 'app.example:/'], application_type: 'native' } as const

/** Starts a provider on any free port or on the one given. */
export async function startTestProvider({
  basic = true,
  hasOwnKey = false,
  configuration,
  ...listening
}: TestProviderOptions = {}): Promise<TestProvider> {
  const key = hasOwnKey ? makeSigningKey() : commonKey
  const behaviour: Omit<TestProvider, keyof OpenIdProvider> = {
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    answersAfter: Promise.resolve(),
    liesAboutKeys: false,
  }
  const provider = await startProvider({
    ...listening,
    clients: [
      {
        ...client,
        client_id: 'media-library',
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: basic ? 'client_secret_basic' : 'client_secret_post',
      },
      { ...client, client_id: 'public', token_endpoint_auth_method: 'none' },
    ],
    configuration: { jwks: { keys: [key] }, ...configuration },
    signIn: async () => behaviour.person.sub,
    describe: () => behaviour.person,
    intercept: async (request, response) => {
      await behaviour.answersAfter
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
