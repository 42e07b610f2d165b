import { isIP } from 'node:net'
import type { Request } from 'express'
import { ProblemError } from '../../errors.js'
import { isFromOwnPage } from '../cookies.js'

/** The page of the service that sent a request, as a passkey knows it. */
export interface RelyingPage {
  /** Such as `https://photos.example.org`. */
  origin: string
  /** Its host name, for which browsers keep passkeys. */
  rpId: string
}

/**
 * Returns the page of a request, in which browsers have passkeys: one of the service itself, over https and by a name, or at localhost.
 * Throws `sign_in_off` for other requests. A program can name any page; a passkey of another one signs nobody in.
 */
export function requirePage(request: Request): RelyingPage {
  const origin = request.get('origin') ?? ''
  const { protocol, hostname: rpId } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' }
  const isLocal = rpId === 'localhost' || rpId.endsWith('.localhost')
  const isNamed = isIP(rpId.replace(/^\[|\]$/g, '')) === 0
  if (isFromOwnPage(request) && isNamed && (protocol === 'https:' || (protocol === 'http:' && isLocal)))
    return { origin, rpId }
  throw new ProblemError(
    'sign_in_off',
    'Passkeys work in pages of the service alone, at an address with https and a name, or at http://localhost.',
  )
}
