import type { AuthDevice, Login, OAuthCallback, OAuthRedirect, SignInCode } from '@media-library/contract/schemas'
import { exampleOf, LoggedOut, ServerFeatures } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from '../ask.js'
import { type Library, showUser } from '../library.js'

/** The provider of the fake service. Its host does not exist. */
const PROVIDER = 'https://provider.test/authorize'

export const signIn = {
  features: ({ library }: Ask) => ({ ...exampleOf(ServerFeatures), oauth: library.redirectUris.length > 0 }),

  authorize: (ask: Ask<OAuthRedirect>) => ({ url: begin(ask) }),

  generateOAuthConfig(ask: Ask<OAuthRedirect>) {
    const enabled = ask.library.redirectUris.length > 0
    const provider = enabled && { url: begin(ask), buttonText: 'Sign in', autoLaunch: false }
    return { enabled, passwordLoginEnabled: false, ...provider }
  },

  finishSignIn({ library, body: { url } }: Ask<OAuthCallback>) {
    requireSignIn(library)
    const { searchParams } = new URL(url, PROVIDER)
    return finish(library, searchParams.get('code'))
  },

  signInWithKey: ({ library, caller }: Ask) => beginSession(library, caller.id),

  signInWithCode: ({ library, body }: Ask<SignInCode>) => finish(library, body.code),

  logout({ library, session = '' }: Ask) {
    library.sessions.delete(session)
    return exampleOf(LoggedOut)
  },

  getAuthDevices({ library, caller, session: own }: Ask): AuthDevice[] {
    const sessions = [...library.sessions].filter(([, { userId }]) => userId === caller.id).reverse()
    return sessions.map(([token, { id, createdAt }]) => {
      return { id, createdAt, updatedAt: createdAt, current: token === own, deviceType: '', deviceOS: '' }
    })
  },

  logoutAuthDevices({ library, caller, session }: Ask) {
    for (const [token, { userId }] of library.sessions) {
      if (userId === caller.id && token !== session) library.sessions.delete(token)
    }
  },

  logoutAuthDevice({ library, caller, id }: Ask) {
    const found = [...library.sessions].find(([, one]) => one.id === id && one.userId === caller.id)
    const [token] = requireFound(found, 'session')
    library.sessions.delete(token)
  },
}

/** Creates a code that signs a user in once. */
export function makeCode({ codes, fixtures }: Library, userId: string): string {
  const code = `code-${fixtures.aTag().id}`
  codes.set(code, userId)
  return code
}

/** Returns the address to which the provider redirects a user who signs in at the `url` of authorize. */
export function redirect(library: Library, url: string, userId: string): string {
  const { searchParams } = new URL(url)
  const address = new URL(searchParams.get('redirect_uri') ?? '')
  address.search = new URLSearchParams({
    code: makeCode(library, userId),
    state: searchParams.get('state') ?? '',
  }).toString()
  return address.href
}

function requireSignIn({ redirectUris }: Library): void {
  if (redirectUris.length === 0) throw new Refusal('sign_in_off')
}

/** Returns the URL at which the user signs in. */
function begin({ library, body: { redirectUri } }: Ask<OAuthRedirect>): string {
  requireSignIn(library)
  if (!library.redirectUris.includes(redirectUri)) {
    const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail: 'is not among the redirectUris' }]
    throw new Refusal('invalid_request', `/redirectUri is not among the redirectUris of createFakeService.`, { errors })
  }
  const state = library.fixtures.aTag().id
  return `${PROVIDER}?${new URLSearchParams({ response_type: 'code', redirect_uri: redirectUri, state })}`
}

/** Consumes the code of a sign-in, which is valid once. */
function finish(library: Library, code: string | null): Login {
  const userId = library.codes.get(code ?? '')
  library.codes.delete(code ?? '')
  if (userId === undefined) throw new Refusal('sign_in_failed')
  return beginSession(library, userId)
}

function beginSession(library: Library, userId: string): Login {
  const [user] = showUser(library, userId, userId)
  if (user?.deletedAt !== null) throw new Refusal('sign_in_refused')
  const { id } = library.fixtures.aTag()
  const accessToken = `mls_test_${id}`
  library.sessions.set(accessToken, { id, userId, createdAt: new Date().toISOString() })
  const { email: userEmail, name, isAdmin, profileImagePath, shouldChangePassword } = user
  return { accessToken, userId, userEmail, name, isAdmin, profileImagePath, shouldChangePassword }
}
