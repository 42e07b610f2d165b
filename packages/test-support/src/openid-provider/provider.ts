import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientMetadata, type Configuration, type JWK, Provider } from 'oidc-provider'
import { keepInMemory } from './memory.js'

/** A real OpenID provider that listens on loopback. */
export interface OpenIdProvider {
  issuer: string
  port: number
  /** Stops the provider and closes its connections. */
  stop(): Promise<void>
}

/** The claims of a person, besides the id. */
export interface Person {
  email?: string
  email_verified?: boolean | string
  name?: string
}

export interface ProviderOptions {
  clients: ClientMetadata[]
  /**
   * Answers a request to the page where people sign in: returns the id of the user who signs in, or nothing after it has
   * answered the request itself.
   */
  signIn(request: IncomingMessage, response: ServerResponse): Promise<string | undefined>
  /** Returns the claims of the user who has signed in. */
  describe(id: string): Person
  /** Gets each request first, and returns whether it has answered it. */
  intercept?(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** The port; any free one by default. */
  port?: number
  /** The host name in the issuer; 127.0.0.1 by default. */
  host?: string
  /** Settings that replace those of oidc-provider. */
  configuration?: Configuration
}

/** Starts a provider with a key of its own, at which every user consents to everything. */
export async function startProvider({
  clients,
  signIn,
  describe,
  intercept = async () => false,
  port = 0,
  host = '127.0.0.1',
  configuration,
}: ProviderOptions): Promise<OpenIdProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const issuer = `http://${host}:${address.port}`
  const jwks = configuration?.jwks ?? { keys: [makeSigningKey()] }
  const provider = new Provider(issuer, { ...configure(describe), clients, ...configuration, jwks })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (await intercept(request, response)) return
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const accountId = await signIn(request, response)
    if (accountId !== undefined) {
      await provider.interactionFinished(request, response, { login: { accountId }, consent: {} })
    }
  })
  return {
    issuer,
    port: address.port,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Creates a key that signs tokens. Both halves have the name `kid`, a random one by default. */
export function makeSigningKey(kid: string = randomUUID()): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

function configure(describe: ProviderOptions['describe']): Configuration {
  return {
    adapter: keepInMemory(),
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...describe(id), sub: id }) }),
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
