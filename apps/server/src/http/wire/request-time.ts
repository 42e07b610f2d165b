import type { IncomingMessage, Server } from 'node:http'

/** What ends the limit of a request whose body has not arrived yet. */
const limited = new WeakMap<IncomingMessage, () => void>()

/** Lets a request with a body take that long. Node's own limit is the same for all requests. */
export function limitRequestTime(server: Server, requestMs: number): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    const expire = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      server.emit('clientError', error, request.socket)
    }
    const limit = setTimeout(expire, requestMs)
    const end = () => clearTimeout(limit)
    request.once('end', end).once('close', end)
    limited.set(request, end)
  })
}

/** Lifts the limit of an upload, which has limits of its own for its rate and its whole time. */
export function liftTimeLimit(request: IncomingMessage): void {
  limited.get(request)?.()
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
