import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Resolves once the server is listening. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Returns whether listening failed because the port is in use. */
export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/** Returns the address of a listening server, such as `http://127.0.0.1:2283`. */
export function toAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** The functions that end the limit of a request whose body has not arrived yet. */
const limited = new Map<IncomingMessage, () => void>()

/** Sets the time limit of a request with a body. Node's own limit is the same for all requests. */
export function limitRequestTime(server: Server, requestMs: number): void {
  server.prependListener('begin', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    const expire = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      server.emit('clientError', error, request.socket)
    }
    const limit = setTimeout(expire, requestMs)
    const end = () => {
      clearTimeout(limit)
      // A WeakMap would hold it until the next full collection of garbage, and make each small one five times as long.
      limited.delete(request)
    }
    request.once('end', end).once('close', end)
    limited.set(request, end)
  })
}

/** Returns the set of responses that are not closed yet. Those of a connection are in the order of its requests. */
export function watchResponses(server: Server): ReadonlySet<ServerResponse> {
  const running = new Set<ServerResponse>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    running.add(response)
    response.once('close', () => running.delete(response))
  })
  // The response of a request that waits for those before it does not close with its connection.
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      for (const response of running) if (response.req.socket === socket) running.delete(response)
    })
  })
  return running
}

/**
 * Disconnects a client that accepts nothing of its answer for that long: the answer would stay in memory as long as the connection.
 */
export function limitStalls(server: Server, stallMs: number): void {
  server.prependListener('begin', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stallMs, () => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}

/** Lifts the limit of an upload, which has limits of its own for its rate and its whole time. */
export function liftTimeLimit(request: IncomingMessage): void {
  limited.get(request)?.()
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
