import type { Calls } from '../calls.js'
import { warnOnce } from '../deprecation.js'
import type { CallOptions } from '../options.js'
import type { Reply } from '../reply.js'
import type {
  LoggedOut,
  Login,
  OAuthAuthorization,
  OAuthCallback,
  OAuthConfig,
  OAuthRedirect,
  ServerFeatures,
  SignInCode,
} from '../types/index.js'

export interface SignInOperations {
  /** The enabled features: `oauth` says whether users can sign in. Needs no credential. */
  features(options?: CallOptions): Reply<ServerFeatures>
  /** Begins a sign-in. Send the user to its `url`; the provider redirects them to `redirectUri`. Needs no credential. */
  authorize(redirect: OAuthRedirect, options?: CallOptions): Reply<OAuthAuthorization>
  /**
   * Finishes a sign-in with the address to which the provider redirected the user: `finishSignIn({ url: location.href })`.
   * Its `accessToken` is the `token` of a client. Needs no credential.
   */
  finishSignIn(redirected: OAuthCallback, options?: CallOptions): Reply<Login>
  /** Exchanges the client's key for a session with the same scopes, whose cookie a browser keeps in place of the key. */
  signInWithKey(options?: CallOptions): Reply<Login>
  /** Exchanges the code of a link, which `serve` or `session link` printed, for a session. It works once. Needs no credential. */
  signInWithCode(link: SignInCode, options?: CallOptions): Reply<Login>
  /** Ends the session of the client. */
  logout(options?: CallOptions): Reply<LoggedOut>
  /** @deprecated May be removed in a future version; replaced by `features` and `authorize`. */
  generateOAuthConfig(redirect: OAuthRedirect, options?: CallOptions): Reply<OAuthConfig>
}

export function signInOperations({ read, once }: Calls): SignInOperations {
  return {
    features: (options) => read('features', {}, options),
    authorize: (body, options) => read('authorize', { body }, options),
    finishSignIn: (body, options) => once('callback', { body }, options),
    signInWithKey: (options) => once('signInWithKey', {}, options),
    signInWithCode: (body, options) => once('signInWithCode', { body }, options),
    logout: (options) => once('logout', {}, options),
    generateOAuthConfig: (body, options) => {
      warnOnce('generateOAuthConfig is deprecated: use features and authorize.')
      return once('generateOAuthConfig', { body }, options)
    },
  }
}
