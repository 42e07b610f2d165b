import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Configuration, type JWK, Provider } from 'oidc-provider'

/** Whoever comes to the provider is signed in as this person. */
export interface TestPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID provider on loopback. */
export interface TestProvider {
  issuer: string
  port: number
  /** Who signs in from now on. */
  person: TestPerson
  /** How long it takes to answer anything, in milliseconds. */
  delay: number
  /** Whether it publishes, under the names of its keys, keys with which it does not sign. */
  liesAboutKeys: boolean
  stop(): Promise<void>
}

export const CLIENT_SECRET = 'a secret: of+the/test%20'
export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/login'

const client = { redirect_uris: [REDIRECT_URI, 'app.example:/'], application_type: 'native' } as const

/** Starts a provider, with keys of its own, on any free port or on the one given. */
export async function startProvider({
  port = 0,
  host = '127.0.0.1',
  basic = true,
  ...overrides
}: Configuration & { port?: number; host?: string; basic?: boolean } = {}): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const started: TestProvider = {
    issuer: `http://${host}:${address.port}`,
    port: address.port,
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    delay: 0,
    liesAboutKeys: false,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  const key = makeKey()
  const provider = new Provider(started.issuer, { ...configure(started, basic), jwks: { keys: [key] }, ...overrides })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (started.delay > 0) await setTimeout(started.delay)
    if (started.liesAboutKeys && request.url === '/jwks') {
      const { kty, n, e, kid, use, alg } = makeKey(key.kid)
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: [{ kty, n, e, kid, use, alg }] }))
    }
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: started.person.sub }, consent: {} })
  })
  return started
}

function makeKey(kid: string = randomUUID()): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

function configure(provider: TestProvider, basic: boolean): Configuration {
  return {
    clients: [
      {
        ...client,
        client_id: 'media-library',
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: basic ? 'client_secret_basic' : 'client_secret_post',
      },
      { ...client, client_id: 'public', token_endpoint_auth_method: 'none' },
    ],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...provider.person, sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const { Grant } = oidc.provider
      const grant = new Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  }
}
