import { type CredentialClaim, makeCredential, readCredential } from './credential.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long a session lasts, used or not, in milliseconds. */
export const SESSION_LIFE = 30 * DAY

/** How long a session lasts that nobody uses, in milliseconds. */
export const SESSION_IDLE = 7 * DAY

/** The precision with which the last use of a session is stored, in milliseconds. */
export const SESSION_SEEN = HOUR

/** A new session token, as `mls_<id>_<secret><checksum>`, with what the library keeps of it. */
export function makeSessionToken(): CredentialClaim & { token: string } {
  const { id, text: token, secretHash } = makeCredential('mls')
  return { id, token, secretHash }
}

/** Reads the text of a session token; null when it is not exactly one. */
export function readSessionToken(token: string): CredentialClaim | null {
  return readCredential('mls', token)
}
