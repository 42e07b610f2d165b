import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pinoHttp } from 'pino-http'
import type { Logger } from '../logger.js'

/** Queries stay out of logs: a redirect URI may hold secrets. */
const pathOf = (url = '') => url.split('?')[0]

/** Gives each request an id, which its answer carries in `X-Request-Id`, and logs a line when it is answered. */
export const logRequests = (logger: Logger) =>
  pinoHttp({
    logger,
    genReqId: (_request: IncomingMessage, response: ServerResponse) => {
      const id = randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    quietReqLogger: true,
    customSuccessMessage: ({ method }, { statusCode, req }) => `${method} ${pathOf(req.url)} ${statusCode}`,
    serializers: {
      req: ({ id, method, url }) => ({ id, method, path: pathOf(url) }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
  })
