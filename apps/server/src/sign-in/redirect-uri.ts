import { ProblemError } from '../errors.js'

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=\/)/

/** Throws `invalid_request` unless the redirect URI is allowed. */
export function requireRedirectUri(allowed: string[], uri: string): void {
  if (isAllowed(allowed, uri)) return
  const detail = 'is not among OAUTH_REDIRECT_URIS of the service'
  const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail }]
  throw new ProblemError('invalid_request', `/redirectUri ${detail}.`, { errors })
}

/** Whether a redirect URI is allowed. It is compared character by character, except for the port of a loopback host. */
function isAllowed(allowed: string[], uri: string): boolean {
  return isCanonical(uri) && allowed.some((entry) => withoutLoopbackPort(entry) === withoutLoopbackPort(uri))
}

/** Whether a redirect URI is spelt as browsers and providers write it. Other spellings are not compared. */
function isCanonical(uri: string) {
  return URL.canParse(uri) && new URL(uri).href === uri
}

/** Removes the port of a loopback address, which an app cannot choose (RFC 8252, 7.3). */
function withoutLoopbackPort(uri: string) {
  return uri.replace(LOOPBACK_PORT, '$1')
}
