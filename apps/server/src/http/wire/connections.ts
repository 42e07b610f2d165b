import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { finished } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Request, Response } from 'express'

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

/** Whether listening failed because the port is in use. */
export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/** Whether only this machine reaches what listens on that host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\..*|::1)$/i.test(host)
}

/** Returns the address of a listening server, such as `http://127.0.0.1:2283`. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const HARD_STOP_MS = 10_000

/** A connection that is silent for this long is unused. A request may be on its way over one that is closed sooner. */
const IDLE_MS = 1_000

/** Stops a server without failing a request. */
interface Drain {
  /** Makes each further response the last one on its connection. */
  begin(): void
  /**
   * Refuses new connections, and finishes the requests on open ones. Resolves when no connection is left. Cuts off the remaining
   * ones after 10 s.
   */
  stop(): Promise<void>
}

/** Watches the requests of a server so that it can be drained. Call it before the server listens. */
export function createDrain(server: Server): Drain {
  const running = new Set<ServerResponse>()
  /** Each open connection, with the bytes that it had received at the last check. */
  const sockets = new Map<Socket, number>()
  let isEnding = false
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, 0)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response: ServerResponse) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (isEnding) announceEnd(response)
  })

  /** Runs an action after all received data has been read, because closing a socket with unread data resets it. */
  const afterReading = async (action: () => void) => {
    await nextTick()
    action()
  }

  const closeIdle = () => {
    const busy = new Set(Array.from(running, ({ socket }) => socket))
    for (const [socket, bytesBefore] of sockets) {
      if (socket.bytesRead === bytesBefore && !busy.has(socket)) socket.destroy()
      else sockets.set(socket, socket.bytesRead)
    }
  }

  const begin = () => {
    isEnding = true
    for (const response of running) announceEnd(response)
  }

  const stop = async () => {
    // The server's own `close` also cuts idle connections, although a request may be on its way over them.
    const closed = new Promise<void>((resolve) => {
      void afterReading(() => {
        NetServer.prototype.close.call(server, () => resolve())
        begin()
        for (const socket of sockets.keys()) sockets.set(socket, socket.bytesRead)
      })
    })
    const idle = setInterval(() => void afterReading(closeIdle), IDLE_MS)
    const hardStop = setTimeout(() => server.closeAllConnections(), HARD_STOP_MS)
    await closed
    clearInterval(idle)
    clearTimeout(hardStop)
  }
  return { begin, stop }
}

function announceEnd(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** How long a client may keep sending after the response. */
const LINGER_MS = 1_000

/** The remainder of a body up to this length is read, and the connection stays open. */
const SMALL_BODY = 64 * 1024

/**
 * Sends a response whose headers are set. If the client is still sending a large body, the response announces the end of the
 * connection. The connection is closed after the client had time to read the response, because an immediate close would reset
 * it.
 */
export function sendEarly(request: Request, response: Response, body: string): void {
  if (!isStillSending(request)) {
    response.send(body)
    return
  }
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) })
  if (request.method === 'HEAD') response.flushHeaders()
  else response.write(body)
  const end = setTimeout(() => response.end(), LINGER_MS)
  finished(request.resume(), () => {
    clearTimeout(end)
    response.end()
  })
}

function isStillSending({ complete, headers }: Request) {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY)
  )
}

/** What ends the limit of a request whose body has not arrived yet. */
const limited = new Map<IncomingMessage, () => void>()

/** Lets a request with a body take that long. Node's own limit is the same for all requests. */
export function limitRequestTime(server: Server, requestMs: number): void {
  server.prependListener('request', (request: IncomingMessage) => {
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

/** Lifts the limit of an upload, which has limits of its own for its rate and its whole time. */
export function liftTimeLimit(request: IncomingMessage): void {
  limited.get(request)?.()
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
