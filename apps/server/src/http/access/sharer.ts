import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { addressOf } from './address.js'

/** The prefix of IPv6 addresses that belong to one caller. */
const IPV6_NETWORK = 56

/** The network from which a request comes. */
export const networkOf = (request: Request): string => ipKeyGenerator(addressOf(request), IPV6_NETWORK)

/** Whose share of the service a request takes: its user's, or its network's where none is known. */
export const sharerOf = (request: Request): string => request.caller?.user.id ?? networkOf(request)
