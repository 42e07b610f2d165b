import type {
  AuthDevice,
  ChangePassword,
  Login,
  LoginCredential,
  OAuthCallback,
  OAuthRedirect,
  SignInCode,
} from '@media-library/contract/schemas'
import { LoggedOut, requireExample, ServerFeatures } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from '../ask.js'
import { type Store, showUser } from '../store.js'

/** The provider of the fake service. Its host does not exist. */
const PROVIDER = 'https://provider.test/authorize'

export const signIn = {
  features: ({ store }: Ask) => ({ ...requireExample(ServerFeatures), oauth: store.redirectUris.length > 0 }),

  authorize: (ask: Ask<OAuthRedirect>) => ({ url: begin(ask) }),

  generateOAuthConfig(ask: Ask<OAuthRedirect>) {
    const enabled = ask.store.redirectUris.length > 0
    const provider = enabled && { url: begin(ask), buttonText: 'Sign in', autoLaunch: false }
    return { enabled, passwordLoginEnabled: true, ...provider }
  },

  finishSignIn({ store, body: { url } }: Ask<OAuthCallback>) {
    requireSignIn(store)
    const { searchParams } = new URL(url, PROVIDER)
    return finish(store, searchParams.get('code'))
  },

  signInWithKey: ({ store, caller }: Ask) => beginSession(store, caller.id),

  signInWithCode: ({ store, body }: Ask<SignInCode>) => finish(store, body.code),

  login({ store, body }: Ask<LoginCredential>) {
    const user = [...store.users.values()].find(({ email }) => email === body.email.toLowerCase())
    if (!user || store.passwords.get(user.id) !== body.password) throw new Refusal('wrong_password')
    return beginSession(store, user.id)
  },

  changePassword({ store, caller, session, body }: Ask<ChangePassword>) {
    const former = store.passwords.get(caller.id)
    if (former !== undefined && former !== body.password) throw new Refusal('wrong_password')
    store.passwords.set(caller.id, body.newPassword)
    store.users.set(caller.id, { ...caller, shouldChangePassword: false })
    endSessions(store, caller.id, session)
    return showUser(store, caller.id, caller.id)[0]
  },

  logout({ store, session = '' }: Ask) {
    store.sessions.delete(session)
    return requireExample(LoggedOut)
  },

  getAuthDevices({ store, caller, session: own }: Ask): AuthDevice[] {
    const sessions = [...store.sessions].filter(([, { userId }]) => userId === caller.id).reverse()
    return sessions.map(([token, { id, createdAt }]) => {
      return { id, createdAt, updatedAt: createdAt, current: token === own, deviceType: '', deviceOS: '' }
    })
  },

  logoutAuthDevices({ store, caller, session }: Ask) {
    endSessions(store, caller.id, session)
  },

  logoutAuthDevice({ store, caller, id }: Ask) {
    const found = [...store.sessions].find(([, one]) => one.id === id && one.userId === caller.id)
    const [token] = requireFound(found, 'session')
    store.sessions.delete(token)
  },
}

/** Ends the sessions of a user, but for the one that is kept. */
function endSessions({ sessions }: Store, ownerId: string, kept?: string): void {
  for (const [token, { userId }] of sessions) {
    if (userId === ownerId && token !== kept) sessions.delete(token)
  }
}

/** Creates a code that signs a user in once. */
export function makeCode({ codes, fixtures }: Store, userId: string): string {
  const code = `code-${fixtures.aTag().id}`
  codes.set(code, userId)
  return code
}

/** Returns the address to which the provider redirects a user who signs in at the `url` of authorize. */
export function redirect(store: Store, url: string, userId: string): string {
  const { searchParams } = new URL(url)
  const address = new URL(searchParams.get('redirect_uri') ?? '')
  address.search = new URLSearchParams({
    code: makeCode(store, userId),
    state: searchParams.get('state') ?? '',
  }).toString()
  return address.href
}

function requireSignIn({ redirectUris }: Store): void {
  if (redirectUris.length === 0) throw new Refusal('sign_in_off')
}

/** Returns the URL at which the user signs in. */
function begin({ store, body: { redirectUri } }: Ask<OAuthRedirect>): string {
  requireSignIn(store)
  if (!store.redirectUris.includes(redirectUri)) {
    const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail: 'is not among the redirectUris' }]
    throw new Refusal('invalid_request', `/redirectUri is not among the redirectUris of createFakeService.`, { errors })
  }
  const state = store.fixtures.aTag().id
  return `${PROVIDER}?${new URLSearchParams({ response_type: 'code', redirect_uri: redirectUri, state })}`
}

/** Consumes the code of a sign-in, which is valid once. */
function finish(store: Store, code: string | null): Login {
  const userId = store.codes.get(code ?? '')
  store.codes.delete(code ?? '')
  if (userId === undefined) throw new Refusal('sign_in_failed')
  return beginSession(store, userId)
}

/** Begins a session of a user. */
export function beginSession(store: Store, userId: string): Login {
  const [user] = showUser(store, userId, userId)
  if (user?.deletedAt !== null) throw new Refusal('sign_in_refused')
  const { id } = store.fixtures.aTag()
  const accessToken = `mls_test_${id}`
  store.sessions.set(accessToken, { id, userId, createdAt: new Date().toISOString() })
  const { email: userEmail, name, isAdmin, profileImagePath, shouldChangePassword } = user
  return { accessToken, userId, userEmail, name, isAdmin, profileImagePath, shouldChangePassword }
}
