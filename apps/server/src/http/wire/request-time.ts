import type { IncomingMessage, Server } from 'node:http'
import { routesOn } from '../route.js'
import { pathOf } from './path.js'

/**
 * Lets a request with a body take that long. Node's own limit is the same for all requests; an upload has limits of its own, for
 * its rate and its whole time.
 */
export function limitRequestTime(server: Server, requestMs: number): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request) || isUpload(request)) return
    const expire = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      server.emit('clientError', error, request.socket)
    }
    const limit = setTimeout(expire, requestMs)
    const end = () => clearTimeout(limit)
    request.once('end', end).once('close', end)
  })
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isUpload({ url, method = '' }: IncomingMessage) {
  return routesOn(pathOf(url))?.get(method)?.metadata.isUpload === true
}
