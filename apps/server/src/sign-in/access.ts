import { ProblemError } from '../errors.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import type { Logger } from '../logger.js'
import type { Cause } from './fault-cause.js'
import type { Person } from './person.js'

/** Returns the sign-in configuration. Throws `sign_in_off` when there is none. */
export function requireSignIn<Configured>(configured: Configured | null): Configured {
  if (configured !== null) return configured
  throw new ProblemError('sign_in_off', 'This service has no sign-in provider.')
}

/** Returns the user of a code. Throws `sign_in_failed` when there is none. */
export function requireCode(user: UserRow | null): UserRow {
  if (user) return user
  throw new ProblemError('sign_in_failed', 'This link was used before, was withdrawn, or has expired.')
}

/** Returns the user who signed in. Throws `sign_in_refused` for people without an account, and for deleted users. */
export function requireAccount(
  user: UserRow | null,
  { emailFault }: Pick<Person, 'emailFault'>,
  logger: Pick<Logger, 'warn'>,
): UserRow {
  if (user?.deletedAt === null) return user
  const { code, reason, hint } = (user ? null : emailFault) ?? noAccount
  logger.warn({ reason, hint }, 'a sign-in was refused')
  throw new ProblemError('sign_in_refused', reason, { errors: [{ pointer: '/url', code, detail: reason }] })
}

const noAccount: Cause = {
  code: 'no_account',
  reason: 'You have no account on this service. Ask the person who runs it for one.',
  hint: 'run `user add` with the e-mail address of the person, or set OAUTH_AUTO_REGISTER=true',
}

/** Throws `invalid_request` unless the redirect URI is allowed. */
export function requireRedirectUri(allowed: string[], uri: string): void {
  if (isAllowed(allowed, uri)) return
  const detail = 'is not among OAUTH_REDIRECT_URIS of the service'
  const errors = [{ pointer: '/redirectUri', code: 'not_allowed', detail }]
  throw new ProblemError('invalid_request', `/redirectUri ${detail}.`, { errors })
}

/** Returns whether a redirect URI is allowed. It is compared character by character, except for the port of a loopback host. */
function isAllowed(allowed: string[], uri: string): boolean {
  return isCanonical(uri) && allowed.some((entry) => withoutLoopbackPort(entry) === withoutLoopbackPort(uri))
}

/** Returns whether a redirect URI is spelt as browsers and providers write it. Other spellings are not compared. */
function isCanonical(uri: string) {
  return URL.canParse(uri) && new URL(uri).href === uri
}

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=\/)/

/** Removes the port of a loopback address, which an app cannot choose (RFC 8252, 7.3). */
function withoutLoopbackPort(uri: string) {
  return uri.replace(LOOPBACK_PORT, '$1')
}
