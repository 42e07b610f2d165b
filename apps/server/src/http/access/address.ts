import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import type { Logger } from '../../logger.js'

/** The length of the prefix of IPv6 addresses that belong to one caller. */
const IPV6_NETWORK = 56

/** Returns the client's address, as the nearest trusted proxy reports it, or else that of the connection. */
export function addressOf(request: Request): string {
  return isIP(request.ip ?? '') ? (request.ip as string) : (request.socket.remoteAddress ?? '')
}

/** Returns the network from which a request comes. */
export function networkOf(request: Request): string {
  return ipKeyGenerator(addressOf(request), IPV6_NETWORK)
}

/** Returns the key by which requests share the service: the user, or the network when the user is unknown. */
export function callerKeyOf(request: Request): string {
  return request.caller?.user.id ?? networkOf(request)
}

/** Warns once when a proxy that is not trusted reports addresses: all of its clients then have one address, and share its limits. */
export function noticeProxies(logger: Logger): RequestHandler {
  let isNoticed = false
  return (request, _response, next) => {
    const { remoteAddress = '' } = request.socket
    if (!isNoticed && request.headers['x-forwarded-for'] && !request.app.get('trust proxy fn')(remoteAddress, 0)) {
      isNoticed = true
      logger.warn(
        { peer: remoteAddress },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: if it is your proxy, name it, or all of its clients share the limits of one',
      )
    }
    next()
  }
}
