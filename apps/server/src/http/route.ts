import type { api, RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Caller } from '../answers/handler.js'
import type { Logger } from '../logger.js'
import type { NamedCredential } from './access/caller.js'

/** The name of an operation. */
export type Operation = keyof typeof api

/** A route with its metadata. */
export type Route = AppRoute & { metadata: RouteMetadata }

declare global {
  namespace Express {
    /** The properties that the middlewares add to a request. The first of them sets its id and its log. */
    interface Request {
      /** The id of the request, which is also the `X-Request-Id` of the response. */
      id: string
      /** A logger that adds the id of the request. */
      log: Logger
      /** The route that ts-rest found; missing until then, and when there is none. HEAD has the route of GET. */
      tsRestRoute?: Route
      /** The operation; missing when there is no route, and for HEAD. */
      operation?: Operation
      /** The key or session that it names; null when its form is invalid, and missing until the header is read. */
      claim?: NamedCredential | null
      /** The key of a link that the request carries; missing when it is that of a user. */
      shareKey?: string
      /** Whether its key opens no link. */
      isGuess?: boolean
      /** The caller; missing until a key or session was found to be valid. */
      caller?: Caller
      /** The bytes of the body, uncompressed; missing until all of them have arrived. */
      bodyLength?: number
      /** Ends the turn of a large body; it may be called more than once. */
      endBodyTurn?: () => void
      /** Whether its failure is no fault of the service; missing until it failed. */
      isRefused?: boolean
      /** The URL as it was sent, when its path is not valid percent-encoding; see `wire/malformed-request.ts`. */
      undecodableUrl?: string
    }
  }
}
