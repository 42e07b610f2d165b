import { ProblemError } from '../errors.js'

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=\/)/

/** Throws `invalid_request` unless users may be sent back there. */
export function requireRedirectUri(allowed: string[], uri: string): void {
  if (isAllowed(allowed, uri)) return
  const detail = 'is not among OAUTH_REDIRECT_URIS of the service'
  const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail }]
  throw new ProblemError('invalid_request', `/redirectUri ${detail}.`, { errors })
}

/** Whether a redirect URI is one of the allowed, character by character but for the port of a loopback host. */
function isAllowed(allowed: string[], uri: string): boolean {
  return isCanonical(uri) && allowed.some((entry) => withoutLoopbackPort(entry) === withoutLoopbackPort(uri))
}

/** As the browser and the provider will write it: no other spelling is compared. */
function isCanonical(uri: string) {
  return URL.canParse(uri) && new URL(uri).href === uri
}

/** An address on this machine without its port, which an app cannot choose (RFC 8252, 7.3); else the address as it is. */
function withoutLoopbackPort(uri: string) {
  return uri.replace(LOOPBACK_PORT, '$1')
}
