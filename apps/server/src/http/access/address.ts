import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import type { Logger } from '../../logger.js'

/** Returns the client's address, as the nearest trusted proxy reports it, or else that of the connection. */
export function addressOf(request: Request): string {
  return isIP(request.ip ?? '') ? (request.ip as string) : (request.socket.remoteAddress ?? '')
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
