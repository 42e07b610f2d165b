import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The number of requests of a connection that may wait for the answers to those before them. */
const MOST_WAITING = 20

/**
 * Emits `begin` for each request of a server, and for those of a connection one after the other, as they are answered: a client would
 * otherwise begin thousands of them with one packet, before those of others. Requests that wait on a connection that closes never begin. A
 * connection on which too many wait is cut.
 */
export function beginInOrder(server: Server): void {
  /** The waiting requests of each connection with one that is being answered. */
  const lines = new Map<Socket, (() => void)[]>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const begin = () => {
      response.once('close', beginNext)
      server.emit('begin', request, response)
    }
    const beginNext = () => {
      const next = socket.writable ? lines.get(socket)?.shift() : undefined
      if (next) next()
      else lines.delete(socket)
    }
    const line = lines.get(socket)
    if (!line) {
      lines.set(socket, [])
      begin()
    } else if (line.length < MOST_WAITING) line.push(begin)
    else socket.destroy()
  })
}
