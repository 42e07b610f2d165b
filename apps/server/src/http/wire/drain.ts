import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'

const HARD_STOP_MS = 10_000

/** The milliseconds for which new connections may keep a stopping server from closing its port. */
const ACCEPT_MS = 1_000

/**
 * The milliseconds of silence after which a connection is unused. A request may be on its way over one that is closed sooner.
 */
const IDLE_MS = 1_000

/** Stops a server without failing a request. */
interface Drain {
  /** Makes each further response the last one on its connection. */
  begin(): void
  /**
   * Called after `begin`. Accepts the connections that wait, refuses further ones, and finishes the requests on open ones. Resolves when no connection
   * is left. Cuts off the remaining ones after 10 s.
   */
  stop(): Promise<void>
}

/** Watches the connections of a server so that it can be drained, with its responses that run. Call it before the server listens. */
export function createDrain(server: Server, running: ReadonlySet<ServerResponse>): Drain {
  /** Each open connection, with the bytes that it had received at the last check. */
  const sockets = new Map<Socket, number>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    sockets.set(socket, 0)
    socket.once('close', () => sockets.delete(socket))
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
    for (const response of running) announceEnd(response)
    server.prependListener('request', (_request, response: ServerResponse) => announceEnd(response))
  }

  /** Resolves in a turn of the event loop that met no new connection. A turn accepts one, and closing the port resets the others. */
  const acceptWaiting = async () => {
    const limit = performance.now() + ACCEPT_MS
    await nextTick()
    let before: number
    do {
      before = accepted
      await nextTick()
    } while (accepted > before && performance.now() < limit)
  }

  const stop = async () => {
    await acceptWaiting()
    const closed = new Promise<void>((resolve) => {
      // The server's own `close` also cuts idle connections, although a request may be on its way over them.
      NetServer.prototype.close.call(server, () => resolve())
    })
    for (const socket of sockets.keys()) sockets.set(socket, socket.bytesRead)
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
