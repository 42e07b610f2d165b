import { isIP } from 'node:net'
import type { Request } from 'express'

/** The client's address: what the nearest trusted proxy says of it, else that of the connection. */
export const addressOf = (request: Request): string =>
  isIP(request.ip ?? '') ? (request.ip as string) : (request.socket.remoteAddress ?? '')
