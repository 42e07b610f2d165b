import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request } from 'express'
import { pinoHttp } from 'pino-http'
import type { Logger } from '../logger.js'
import { wasAborted } from './aborted.js'
import { addressOf } from './address.js'
import { pathOf } from './path.js'
import { isProbe } from './probes.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The caller's own id for the request, when it is a UUID as `instance` needs one. */
const givenId = ({ headers }: IncomingMessage): string | null => {
  const given = headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : null
}

const levelOf = (request: IncomingMessage, { statusCode }: ServerResponse) => {
  if (isProbe(request)) return 'trace'
  return statusCode >= 500 ? 'error' : 'info'
}

/** What a line says of a request: never a header, a body or a query, which may hold secrets. */
const toLine = (request: IncomingMessage, response: ServerResponse, { responseTime }: { responseTime: number }) => {
  const { operation, user } = request as Partial<Request>
  return {
    method: request.method,
    path: pathOf(request.url),
    address: addressOf(request as Request),
    ...(operation && { operation }),
    ...(user && { userId: user.id }),
    ...(wasAborted(request, response) ? { aborted: true } : { status: response.statusCode }),
    responseTime,
  }
}

const toMessage = (request: IncomingMessage, response: ServerResponse) =>
  `${request.method} ${pathOf(request.url)} ${wasAborted(request, response) ? 'aborted' : response.statusCode}`

/** Gives each request an id, which its answer carries in `X-Request-Id`, and logs a line when it is over. */
export const logRequests = (logger: Logger) =>
  pinoHttp({
    logger,
    genReqId: (request, response) => {
      const id = givenId(request) ?? randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    quietResLogger: true,
    customLogLevel: levelOf,
    customSuccessMessage: toMessage,
    customErrorMessage: toMessage,
    customSuccessObject: toLine,
    customErrorObject: (request, response, _error, found) => toLine(request, response, found),
    // Lines are made above; nothing else of a request is.
    serializers: { req: () => undefined },
  })
