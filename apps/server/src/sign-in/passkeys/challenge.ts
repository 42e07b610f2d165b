import * as z from 'zod'
import { isBegun, isSecret, sealState } from '../sign-in-state.js'

/** The milliseconds in which a passkey has to sign a challenge. */
export const CHALLENGE_MS = 300_000

/** What a challenge is for: whoever finishes has to be the one who began. */
export type Ceremony = ['add a passkey' | 'sign in', origin: string, sessionOrBrowser: string | null]

/** Creates a challenge of 256 bits, which all servers of a database recognize. Nothing is stored before it was signed. */
export function makeChallenge(secret: Uint8Array, ceremony: Ceremony): string {
  return sealState(secret, ceremony)
}

/** Returns whether a challenge was made for this, at most 5 minutes ago. */
export function isOwnChallenge(secret: Uint8Array, challenge: string, ceremony: Ceremony): boolean {
  return isSecret(challenge) && isBegun(secret, challenge, ceremony, CHALLENGE_MS)
}

const ClientData = z.object({ challenge: z.string() })

/** Returns the challenge that a browser says was signed; empty when it says none. */
export function readChallenge(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge
  } catch {
    return ''
  }
}
