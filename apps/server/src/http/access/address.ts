import { isIP } from 'node:net'
import type { Request } from 'express'

/** Returns the client's address, as the nearest trusted proxy reports it, or else that of the connection. */
export function addressOf(request: Request): string {
  return isIP(request.ip ?? '') ? (request.ip as string) : (request.socket.remoteAddress ?? '')
}
