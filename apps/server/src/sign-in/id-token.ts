import type { IDToken } from 'openid-client'
import { clientFault, clockFault, ResponseFault } from './fault-cause.js'

/** The number of seconds by which the clock of the provider may be ahead, which is openid-client's limit for `nbf`. */
const CLOCK_TOLERANCE = 30

/**
 * Checks what openid-client leaves open in the claims of an ID token (OpenID Connect Core 3.1.3.7): an authorized party is this
 * client, also for a single audience, and the token is not from the future.
 */
export function requireOwnToken({ azp, iat }: IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) throw new ResponseFault(clientFault('azp'))
  const ahead = iat - Date.now() / 1_000
  if (ahead > CLOCK_TOLERANCE) throw new ResponseFault(clockFault('iat', ahead))
}
