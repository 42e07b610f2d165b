import { followTo } from './browser.js'
import { send } from './client.js'
import { CLIENT_SECRET, REDIRECT_URI, type TestProvider } from './openid-provider.js'
import type { TestServer } from './server.js'

type Headers = Record<string, string>

/** What a browser says of a request that a page of the service's own origin makes. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

/** The environment of a service whose users sign in by the provider. */
export const signInBy = ({ issuer }: TestProvider, overrides: Record<string, string> = {}) => ({
  OAUTH_ISSUER: issuer,
  OAUTH_CLIENT_ID: 'media-library',
  OAUTH_CLIENT_SECRET: CLIENT_SECRET,
  OAUTH_REDIRECT_URIS: `${REDIRECT_URI}, app.example:/`,
  ...overrides,
})

export const authorize = (server: TestServer, { redirectUri = REDIRECT_URI, headers = {} as Headers } = {}) =>
  send(server, '/api/oauth/authorize', { method: 'POST', body: { redirectUri }, headers })

export const callback = (server: TestServer, url: string, headers: Headers = {}) =>
  send(server, '/api/oauth/callback', { method: 'POST', body: { url }, headers })

/** Begins a sign-in and lets the provider send the user back: the address at which they arrive. */
export const arrive = async (server: TestServer, options: Parameters<typeof authorize>[1] = {}): Promise<string> => {
  const { body } = await authorize(server, options)
  return followTo(options.redirectUri ?? REDIRECT_URI, body.url)
}

/** A whole sign-in, as a program makes it. */
export const signIn = async (server: TestServer) => callback(server, await arrive(server))

/** A session as a browser sends it, beside a cookie of its own. */
export const cookieOf = (token: string) => ({ cookie: `theme=dark; __Host-media-library-session=${token}` })

/** A session as a program sends it. */
export const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs in: the token of the session. */
export const beginSession = async (server: TestServer): Promise<string> => (await signIn(server)).body.accessToken
