import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { addressOf } from './address.js'

/** The prefix of IPv6 addresses that belong to one caller. */
const IPV6_NETWORK = 56

/** The network from which a request comes. */
export function networkOf(request: Request): string {
  return ipKeyGenerator(addressOf(request), IPV6_NETWORK)
}

/** Whose share of the service a request takes: its user's, or its network's where none is known. */
export function sharerOf(request: Request): string {
  return request.caller?.user.id ?? networkOf(request)
}
