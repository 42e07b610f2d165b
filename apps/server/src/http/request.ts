import type { Caller } from '../answers/handler.js'
import type { Logger } from '../logger.js'
import type { BodyFaults } from './body/validate-body.js'
import type { Operation } from './route.js'

declare global {
  namespace Express {
    /** What the middlewares learn about a request. The first of them gives it its id and its log. */
    interface Request {
      /** The id of the request, which is also the `X-Request-Id` of the response. */
      id: string
      /** A logger that adds the id of the request. */
      log: Logger
      /** The operation; missing when there is no route, and for HEAD. */
      operation?: Operation
      /** The caller; missing until a key or session was found to be valid. */
      caller?: Caller
      /** What the schema refuses of the body; missing when it refuses nothing. */
      bodyFaults?: BodyFaults
      /** The URL as it was sent, when its path is not valid percent-encoding; see `wire/percent-encoding.ts`. */
      undecodableUrl?: string
    }
  }
}
