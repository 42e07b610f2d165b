import type { Caller } from '../../answers/handler.js'
import { ProblemError } from '../../errors.js'

/**
 * Returns the id of the caller's session. Throws `forbidden` for a key, and for a session that may not do everything: a passkey lasts
 * longer, and may.
 */
export function requireFullSession({ sessionId, scopes }: Caller): string {
  if (sessionId !== null && scopes.includes('all')) return sessionId
  throw new ProblemError('forbidden', 'Only a session with all scopes adds a passkey. Sign in to the page.')
}

/** Returns the passkey. Throws `not_found` when the caller has no such passkey. */
export function requireOwnPasskey<Found>(passkey: Found | null): Found {
  if (passkey !== null) return passkey
  throw new ProblemError('not_found', 'You have no such passkey.')
}

/** Creates the problem of an answer of a browser that signs nobody in. It does not say why. */
export function passkeyRefused(): ProblemError {
  return new ProblemError(
    'passkey_refused',
    'This passkey is unknown here, or what the browser sent is not valid, too late, or was used before.',
  )
}
