import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Logger } from '../../logger.js'
import { toAddress } from '../access/caller.js'
import { isProbe, toPath } from './probes.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Gives each request an id, sets the `X-Request-Id` of its response, and logs a line at its end. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    request.id = givenId(request) ?? randomUUID()
    request.log = logger
    response.setHeader('X-Request-Id', request.id)
    // An aborted response is logged when it closes. Without this listener, its error would end the process.
    response.on('error', () => {})
    response.once('close', () => {
      const isAborted = wasAborted(request, response)
      const line = toLine(request, response, isAborted, startedAt)
      const end = isAborted ? 'aborted' : response.statusCode
      logger[toLevel(request, response)](line, `${request.method} ${line.path} ${end}`)
    })
    next()
  }
}

/** Returns the caller's own id of the request if it is a UUID, which `instance` requires. */
function givenId({ headers }: IncomingMessage): string | null {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && uuid.test(sent) ? sent.toLowerCase() : null
}

/** Returns the fields to log. Headers, bodies and queries are never logged, because they may contain secrets. */
function toLine(request: Request, response: ServerResponse, isAborted: boolean, startedAt: number) {
  const { id, operation, caller } = request
  return {
    requestId: id,
    method: request.method,
    path: toPath(request.undecodableUrl ?? request.url),
    address: toAddress(request),
    ...(operation && { operation }),
    ...(caller && (caller.link ? { linkId: caller.link.id } : { userId: caller.user.id })),
    ...(isAborted ? { aborted: true } : { status: response.statusCode }),
    responseTime: Math.round(performance.now() - startedAt),
  }
}

function toLevel(request: Request, { statusCode }: ServerResponse) {
  if (isProbe(request)) return 'trace'
  return statusCode >= 500 && !request.isRefused ? 'error' : 'info'
}

/** Returns whether the client disconnected before it had sent the request or received the answer. Events have no end to wait for. */
export function wasAborted(request: IncomingMessage, response: ServerResponse): boolean {
  if (isEventStream(response)) return false
  return request.errored !== null || !response.writableFinished
}

export function isEventStream(response: ServerResponse): boolean {
  return response.getHeader('content-type') === 'text/event-stream'
}
