import { type CredentialClaim, makeCredential, readCredential } from './credential.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The longest life of a session, in milliseconds. */
export const SESSION_LIFE = 30 * DAY

/** How long an unused session lasts, in milliseconds. */
export const SESSION_IDLE = 7 * DAY

/** The precision with which the last use of a session is stored, in milliseconds. */
export const SESSION_SEEN = HOUR

/** Creates a session token, `mls_<id>_<secret><checksum>`, with the part that the library stores. */
export function makeSessionToken(): CredentialClaim & { token: string } {
  const { id, text: token, secretHash } = makeCredential('mls')
  return { id, token, secretHash }
}

/** Parses a session token; null when the text is not a valid one. */
export function readSessionToken(token: string): CredentialClaim | null {
  return readCredential('mls', token)
}
