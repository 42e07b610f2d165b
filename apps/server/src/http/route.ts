import { api, type RouteMetadata } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import type { TsRestRequest } from '@ts-rest/express'
import type { Request } from 'express'
import * as z from 'zod'
import type { Caller } from '../answers/handler.js'
import type { Logger } from '../logger.js'
import type { NamedCredential } from './access/caller.js'
import type { BodyFaults } from './body/validate-body.js'

/** The name of an operation. */
export type Operation = keyof typeof api

/** A served route with its metadata. */
export type Route = AppRoute & { operation: Operation; metadata: RouteMetadata }

/** ts-rest copies all headers for each request of a route that declares none. */
const unread = z.unknown().transform(() => null)

/**
 * Adapts routes of a contract for the server: ts-rest leaves the body to `body/body.ts`, which can validate it in a thread. Throws when a route declares no permission, so that the server does not start.
 */
export function toServed(contract: Record<string, AppRoute>): Route[] {
  return Object.entries(contract).map(([name, route]) => {
    const { permission } = (route.metadata ?? {}) as Partial<RouteMetadata>
    if (permission === undefined) throw new Error(`The route ${name} declares no permission.`)
    const body = 'body' in route && !takesBody(route) ? { body: route.body } : { body: undefined }
    const headers = route.headers ?? unread
    return { ...route, ...body, operation: name as Operation, headers } as Route
  })
}

/** The routes of the server. */
export const served = toServed(api)

/** Returns the route that serves a request; null as long as none was found. HEAD has the route of GET. */
export function routeOf(request: Request): Route | null {
  return (request as Partial<TsRestRequest<Route>>).tsRestRoute ?? null
}

/** Whether a route takes a body with a schema. */
function takesBody(route: AppRoute): boolean {
  return 'body' in route && route.body instanceof z.ZodType
}

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
      /** The key or session that it names; null when its form is invalid, and missing until it is read. */
      claim?: NamedCredential | null
      /** The caller; missing until a key or session was found to be valid. */
      caller?: Caller
      /** The bytes of the body, uncompressed; missing until all of them have arrived. */
      bodyLength?: number
      /** Ends the turn of a large body; it may be called more than once. */
      endBodyTurn?: () => void
      /** What the schema refuses of the body; missing when it refuses nothing. */
      bodyFaults?: BodyFaults
      /** Whether its failure is no fault of the service; missing until it failed. */
      isRefused?: boolean
      /** The URL as it was sent, when its path is not valid percent-encoding; see `wire/malformed-request.ts`. */
      undecodableUrl?: string
    }
  }
}
