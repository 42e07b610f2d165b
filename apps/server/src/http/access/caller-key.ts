import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { addressOf } from './address.js'

/** The length of the prefix of IPv6 addresses that belong to one caller. */
const IPV6_NETWORK = 56

/** Returns the network from which a request comes. */
export function networkOf(request: Request): string {
  return ipKeyGenerator(addressOf(request), IPV6_NETWORK)
}

/** Returns the key by which requests share the service: the user, or the network when the user is unknown. */
export function callerKeyOf(request: Request): string {
  return request.caller?.user.id ?? networkOf(request)
}
