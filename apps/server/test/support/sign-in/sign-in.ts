import { crc32 } from 'node:zlib'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, beforeEach } from 'vitest'
import { makeSessionToken } from '../../../src/users/credential.js'
import { send } from '../http/client.js'
import { startTestServer, type TestServer } from '../http/server.js'
import { until } from '../until.js'
import { CLIENT_SECRET, REDIRECT_URI, startTestProvider, type TestProvider } from './openid-provider.js'

type Headers = Record<string, string>

/** What a browser says of a request that a page of the service's own origin makes. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

/** Returns the environment of a service whose users sign in by a provider. */
export function signInBy({ issuer }: Pick<TestProvider, 'issuer'>, overrides: Record<string, string> = {}) {
  return {
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: 'media-library',
    OAUTH_CLIENT_SECRET: CLIENT_SECRET,
    OAUTH_REDIRECT_URIS: `${REDIRECT_URI}, app.example:/`,
    ...overrides,
  }
}

/** Starts a service whose users sign in by the provider, which it has discovered. */
export async function startSignInServer(provider: TestProvider, overrides: Record<string, string> = {}) {
  const server = await startTestServer(signInBy(provider, overrides))
  await untilDiscovered(() => authorize(server))
  return server
}

/** Starts a provider, and a service whose users sign in by it, for the length of a test file. Each test begins without users. */
export async function openSignIn(overrides: Record<string, string> = {}) {
  const provider = await startTestProvider()
  afterAll(() => provider.stop())
  const server = await startSignInServer(provider, overrides)
  const { person } = provider
  beforeEach(async () => {
    await server.database.user.deleteMany()
    provider.person = person
  })
  return { provider, server, database: server.database }
}

/** Makes an album, which needs a caller. */
export function createAlbum(server: TestServer, headers: Headers) {
  return send(server, '/api/album', { method: 'POST', body: { albumName: '' }, headers })
}

/** Asks until the provider is discovered, which may take a busy machine longer than a caller waits. */
function untilDiscovered<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    const answer = await ask()
    return answer.status !== 503 && answer
  })
}

export function authorize(server: TestServer, { redirectUri = REDIRECT_URI, headers = {} as Headers } = {}) {
  return send(server, '/api/oauth/authorize', { method: 'POST', body: { redirectUri }, headers })
}

export function finishSignIn(server: TestServer, url: string, headers: Headers = {}) {
  return send(server, '/api/oauth/callback', { method: 'POST', body: { url }, headers })
}

/** Begins a sign-in and lets the provider send the user back: the address at which they arrive. */
export async function arrive(server: TestServer, options: Parameters<typeof authorize>[1] = {}): Promise<string> {
  const { body } = await untilDiscovered(() => authorize(server, options))
  return followTo(options.redirectUri ?? REDIRECT_URI, body.url)
}

/** Signs in as a program does. */
export async function signIn(server: TestServer) {
  return finishSignIn(server, await arrive(server))
}

/** Returns the headers of a session in a browser that has another cookie, too. */
export function toCookie(token: string) {
  return { cookie: `theme=dark; __Host-media-library-session=${token}` }
}

/** Returns the headers of a session in a program. */
export function toBearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

/** Returns a token that is valid by its form, with the id of this one and the secret of none. */
export function withOtherSecret(token: string): string {
  const text = token.slice(0, 37) + makeSessionToken().token.slice(37, 80)
  return text + crc32(text).toString(16).padStart(8, '0')
}
