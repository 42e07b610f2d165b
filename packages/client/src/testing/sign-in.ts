import { ServerFeatures } from '@media-library/contract/schemas'
import type { AuthDevice, LoggedOut, Login, OAuthCallback, OAuthRedirect, SignInCode, User } from '../types/index.js'
import type { Ask } from './ask.js'
import { type Library, showUser } from './library.js'
import { Refusal, type Success } from './outcome.js'

/** The provider of the fake service, at which nobody listens. */
const PROVIDER = 'https://provider.test/authorize'

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=\/)/

/** The address at which a user arrives who signs in at the `url` of authorize. */
export function redirect(library: Library, url: string, userId: string): string {
  const { searchParams } = new URL(url)
  const [redirectUri = '', state = ''] = ['redirect_uri', 'state'].map((name) => searchParams.get(name) ?? '')
  const code = `code-${library.codes.size + 1}`
  library.codes.set(code, { state, userId })
  const address = new URL(redirectUri)
  address.search = new URLSearchParams({ code, state }).toString()
  return address.href
}

export function features({ library }: Ask): Success {
  const none = Object.fromEntries(Object.keys(ServerFeatures.shape).map((name) => [name, false]))
  const oauth = library.redirectUris.length > 0
  return { status: 200, body: { ...none, oauth, reverseGeocoding: true, sidecar: true } }
}

export function authorize(ask: Ask<OAuthRedirect>): Success {
  requireSignIn(ask.library)
  return { status: 201, headers: { 'cache-control': 'no-store' }, body: { url: begin(ask) } }
}

export function generateOAuthConfig(ask: Ask<OAuthRedirect>): Success {
  const isOn = ask.library.redirectUris.length > 0
  const enabled = isOn && { url: begin(ask), buttonText: 'Sign in', autoLaunch: false }
  return { status: 201, body: { enabled: isOn, passwordLoginEnabled: false, ...enabled } }
}

export function callback({ library, fixtures, body }: Ask<OAuthCallback>): Success {
  requireSignIn(library)
  const { url, redirectUri, code, state } = readRedirect(body.url)
  const begun = library.signIns.get(state)
  library.signIns.delete(state)
  if (begun === undefined)
    throw failed('This sign-in does not exist, was already finished, or took longer than 10 minutes.')
  if (begun !== redirectUri) throw failed('The sign-in was begun for another redirectUri.')
  const known = library.codes.get(code)
  if (known?.state !== state) throw failed(`The provider refused the code of ${url}.`)
  const [user] = showUser(library, known.userId, known.userId)
  if (user?.deletedAt !== null) throw new Refusal('sign_in_refused', 'You have no account on this service.')
  return beginSession({ library, fixtures }, user)
}

export function signInWithKey({ library, fixtures, caller }: Ask): Success {
  return beginSession({ library, fixtures }, caller)
}

export function signInWithCode({ library, fixtures, body: { code } }: Ask<SignInCode>): Success {
  const userId = library.links.get(code) ?? ''
  library.links.delete(code)
  const [user] = showUser(library, userId, userId)
  if (user?.deletedAt !== null) throw failed('This link was used before, or is older than 10 minutes.')
  return beginSession({ library, fixtures }, user)
}

function beginSession({ library, fixtures }: Pick<Ask, 'library' | 'fixtures'>, user: User): Success {
  const { id } = fixtures.aTag()
  const accessToken = `mls_test_${id}`
  library.sessions.set(accessToken, { id, userId: user.id, createdAt: new Date().toISOString() })
  const { id: userId, email: userEmail, name, isAdmin, profileImagePath, shouldChangePassword } = user
  const login: Login = { accessToken, userId, userEmail, name, isAdmin, profileImagePath, shouldChangePassword }
  return { status: 201, headers: { 'cache-control': 'no-store' }, body: login }
}

export function logout({ library, session = '' }: Ask): Success {
  library.sessions.delete(session)
  const body: LoggedOut = { successful: true, redirectUri: '/auth/login?autoLaunch=0' }
  return { status: 200, body }
}

export function getAuthDevices({ library, caller, session }: Ask): Success {
  const current = library.sessions.get(session ?? '')
  const body: AuthDevice[] = [...library.sessions.values()]
    .filter(({ userId }) => userId === caller.id)
    .map(({ id, createdAt }) => {
      return { id, createdAt, updatedAt: createdAt, current: id === current?.id, deviceType: '', deviceOS: '' }
    })
  return { status: 200, body: body.reverse() }
}

export function logoutAuthDevices({ library, caller, session }: Ask): Success {
  for (const [token, { userId }] of library.sessions) {
    if (userId === caller.id && token !== session) library.sessions.delete(token)
  }
  return { status: 204 }
}

export function logoutAuthDevice({ library, caller, id }: Ask): Success {
  const [token] = [...library.sessions].find(([, one]) => one.id === id && one.userId === caller.id) ?? []
  if (token === undefined) throw new Refusal('not_found', 'You have no such session.')
  library.sessions.delete(token)
  return { status: 204 }
}

function requireSignIn({ redirectUris }: Library) {
  if (redirectUris.length === 0) throw new Refusal('sign_in_off', 'This service has no sign-in provider.')
}

/** The URL at which the user signs in. */
function begin({ library, fixtures, body: { redirectUri } }: Ask<OAuthRedirect>): string {
  const allowed = library.redirectUris.map((uri) => uri.replace(LOOPBACK_PORT, '$1'))
  if (!allowed.includes(redirectUri.replace(LOOPBACK_PORT, '$1'))) {
    const detail = 'is not among OAUTH_REDIRECT_URIS of the service'
    const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail }]
    throw new Refusal('invalid_request', `/redirectUri ${detail}.`, { errors })
  }
  const state = fixtures.aTag().id
  library.signIns.set(state, redirectUri)
  return `${PROVIDER}?${new URLSearchParams({ response_type: 'code', redirect_uri: redirectUri, state })}`
}

function readRedirect(address: string) {
  if (!URL.canParse(address)) throw failed('The url is not an address.')
  const url = new URL(address)
  const [state = '', code = ''] = ['state', 'code'].map((name) => url.searchParams.get(name) ?? '')
  if (state === '') throw failed('The url does not have the state of a sign-in of this service.')
  url.search = ''
  url.hash = ''
  return { url: address, redirectUri: url.href, state, code }
}

function failed(detail: string) {
  return new Refusal('sign_in_failed', detail)
}
