import type * as client from 'openid-client'
import type { OAuthConfig } from '../config/oauth.js'
import type { Logger } from '../logger.js'
import { createDiscovery } from './discovery.js'
import { requireOwnToken } from './id-token.js'
import { limitedFetch } from './limited-fetch.js'
import { type Person, toPerson } from './person.js'
import { describeFault, isFromRedirect, providerDown, signInFailed, toProviderProblem } from './provider-fault.js'
import { readUserInfo, withUserInfoAlgorithms } from './user-info.js'

const DISCOVERY_SECONDS = 10
const REQUEST_SECONDS = 5

/** The values that tie the provider's response to the sign-in. */
export interface SignInProofs {
  state: string
  nonce: string
  codeVerifier: string
}

/** The configured OpenID provider. Its discovery starts when it is first needed. */
export interface Provider {
  settings: OAuthConfig
  /** Returns whether the provider can be reached. Waits at most 1.5 s. */
  isReachable(): Promise<boolean>
  /** Returns the URL at which the user signs in; null when the provider is down. */
  findAuthorizationUrl(redirectUri: string, proofs: SignInProofs): Promise<string | null>
  /**
   * Redeems the code in the address, and returns the person. Throws `sign_in_failed`, or `unavailable` when the provider is
   * down.
   */
  redeem(redirect: URL, proofs: SignInProofs): Promise<Person>
}

/** Creates the configured provider. Does not contact it yet. */
export function createProvider(settings: OAuthConfig, logger: Logger): Provider {
  const warn = (error: unknown, message: string) =>
    logger.warn({ issuer: settings.issuer.href, fault: describeFault(error as Error) }, message)
  const discovery = createDiscovery(
    () => discover(settings),
    (error) => warn(error, 'the sign-in provider cannot be reached'),
  )
  const known = new WeakMap<client.ServerMetadata, Promise<client.Configuration>>()
  const configureOnce = (metadata: client.ServerMetadata) => {
    const configuration = known.get(metadata) ?? configure(metadata, settings)
    known.set(metadata, configuration)
    return configuration
  }
  return {
    settings,
    isReachable: async () => (await discovery.find()) !== null,
    findAuthorizationUrl: async (redirectUri, { state, nonce, codeVerifier }) => {
      const metadata = await discovery.find()
      if (metadata === null) return null
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
      const url = buildAuthorizationUrl(await configureOnce(metadata), {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    redeem: async (redirect, proofs) => {
      const metadata = await discovery.find()
      if (metadata === null) throw providerDown()
      const person = await readPerson(await configure(metadata, settings), redirect, {
        ...proofs,
        trustEmail: settings.trustEmail,
      }).catch((error: Error) => {
        warn(error, 'a sign-in could not be finished')
        const problem = toProviderProblem(error)
        if (problem.code === 'unavailable' && !isFromRedirect(error)) discovery.forget()
        throw problem
      })
      if (!person) throw signInFailed('no_person', 'The provider does not say who signed in.')
      return person
    },
  }
}

async function discover({ issuer, clientId }: OAuthConfig): Promise<client.ServerMetadata> {
  const { allowInsecureRequests, customFetch, discovery } = await load()
  const found = await discovery(issuer, clientId, undefined, undefined, {
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    timeout: DISCOVERY_SECONDS,
    [customFetch]: limitedFetch,
  })
  return requireEndpoints(found.serverMetadata(), issuer)
}

/**
 * Throws unless the document has all endpoints, as openid-client uses them. The result is cached for an hour, so another document must not
 * count as one.
 */
function requireEndpoints(metadata: client.ServerMetadata, { protocol }: URL): client.ServerMetadata {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = metadata[name] ?? ''
    if (!URL.canParse(address) || !['https:', protocol].includes(new URL(address).protocol))
      throw new Error(`the discovery document has no ${name}, or none at an https address`)
  }
  return metadata
}

/** Loads openid-client when a user signs in, because most processes never need it. */
function load() {
  return import('openid-client')
}

/** Creates a configuration. Each one caches the provider's keys, so a new one is needed to check with the current keys. */
async function configure(metadata: client.ServerMetadata, { issuer, clientId, clientSecret }: OAuthConfig) {
  const openid = await load()
  const authentication = chooseAuthentication(openid, clientSecret, metadata.token_endpoint_auth_methods_supported)
  const configuration = new openid.Configuration(withUserInfoAlgorithms(metadata), clientId, undefined, authentication)
  configuration.timeout = REQUEST_SECONDS
  configuration[openid.customFetch] = limitedFetch
  openid.enableNonRepudiationChecks(configuration)
  if (issuer.protocol === 'http:') openid.allowInsecureRequests(configuration)
  return configuration
}

/** Chooses HTTP Basic, which every provider has to support, unless this provider says otherwise. */
function chooseAuthentication(
  { None, ClientSecretBasic, ClientSecretPost }: typeof client,
  secret: string | null,
  methods: string[] = ['client_secret_basic'],
) {
  if (secret === null) return None()
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

async function readPerson(
  configuration: client.Configuration,
  redirect: URL,
  { trustEmail, ...proofs }: SignInProofs & Pick<OAuthConfig, 'trustEmail'>,
) {
  const { authorizationCodeGrant } = await load()
  const tokens = await authorizationCodeGrant(configuration, redirect, {
    expectedState: proofs.state,
    expectedNonce: proofs.nonce,
    pkceCodeVerifier: proofs.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) return null
  requireOwnToken(claims, configuration.clientMetadata().client_id)
  const { issuer, userinfo_endpoint: endpoint } = configuration.serverMetadata()
  const isComplete = claims['email_verified'] !== undefined || !endpoint
  const userInfo = isComplete
    ? {}
    : await readUserInfo(configuration, { accessToken: tokens.access_token, subject: claims.sub })
  return toPerson(issuer, { ...claims, ...userInfo }, { trustEmail })
}
