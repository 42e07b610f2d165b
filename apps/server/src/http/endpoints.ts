import type { ServerInferResponses } from '@ts-rest/core'
import { createExpressEndpoints, RequestValidationError } from '@ts-rest/express'
import { type Express, type Request, type RequestHandler, type Response, Router } from 'express'
import { admitRequests } from '../admission/admission.js'
import { jsonSentBy } from '../answers/sent-body.js'
import type { ServerContext } from '../context.js'
import { sentBy } from '../database/connect.js'
import type { Replica } from '../database/servers/replica.js'
import { ProblemError } from '../errors.js'
import { authorize } from './access/authorize.js'
import { limitUnread } from './access/unread-answers.js'
import { acquireTurn } from './acquire-turn.js'
import { readBody } from './body/body.js'
import { handlers } from './handlers.js'
import { isRead, readFromReplica } from './read-from-replica.js'
import { type Route, routeOf, served } from './route.js'
import { liftTimeLimit, sendEarly } from './wire/connections.js'
import { requireDecodablePath, restoreUrl } from './wire/malformed-request.js'

/** What the endpoints need besides their handlers. */
export interface Edge {
  context: ServerContext
  /** For what only reads; null when there is none. */
  replica: Replica | null
  /** Identifies the caller (401, or 429 after too many invalid keys). */
  authenticate: RequestHandler
  /** Counts the requests of the caller (429). */
  limitRequests: RequestHandler
}

/**
 * Serves each operation by its route, then refuses other methods of its path. The checks have the order of their problems: key (401) and
 * rate (429), method (405), scope (403), headers and size (406, 415, 413), and shape (400).
 */
export function serveEndpoints(app: Express, edge: Edge): void {
  const { authenticate, limitRequests, context } = edge
  const whenNeeded: RequestHandler = (request, response, next) =>
    isPublic(routeOf(request)) ? next() : authenticate(request, response, next)
  const unread = limitUnread()
  const classes = admitRequests(context.config.requests)
  const serveRoutes = (router: Router, routes: Route[]) => {
    const contract = Object.fromEntries(routes.map((route) => [route.operation, route]))
    const implementations = Object.fromEntries(
      routes.map((route) => [route.operation, implement(route, edge, classes)]),
    )
    createExpressEndpoints(contract, implementations, router, {
      logInitialization: false,
      globalMiddleware: [
        begin(context.config.oauthConfigSunset),
        whenNeeded,
        limitRequests,
        unread,
        authorize,
        readBody,
        requireDecodablePath,
      ],
      requestValidationErrorHandler: (error, _request, _response, next) => next(error),
    })
    for (const path of new Set(routes.map((route) => route.path))) {
      const known = routes.filter((route) => route.path === path)
      const access = known.every(isPublic) ? [limitRequests] : [authenticate, limitRequests]
      router.all(path, restoreUrl, ...access, refuseMethod(known))
    }
  }
  // A router tries its routes one after the other, so that each name below `/api` has its own.
  const roomOf = (path: string) => path.split('/', 3)[2] ?? ''
  const rooms = new Set(served.map(({ path }) => roomOf(path)))
  const routers = new Map(Array.from(rooms, (room) => [room, Router({ caseSensitive: true, strict: true })]))
  for (const [room, router] of routers) {
    const routes = served.filter(({ path }) => roomOf(path) === room)
    // A path without an id comes before one that takes an id in the same place.
    for (const hasId of [false, true])
      serveRoutes(
        router,
        routes.filter(({ path }) => path.includes('/:') === hasId),
      )
  }
  app.use((request, response, next) => {
    const router = routers.get(roomOf(request.path))
    return router ? router(request, response, next) : next()
  })
}

/** Whether a route needs neither a key nor a session. */
function isPublic(route: Route | null): boolean {
  return route?.metadata.permission === null
}

/** Notes the operation, and announces that it is deprecated: it may be missing from the date `sunset` on. */
function begin(sunset: Date | null): RequestHandler {
  return (request, response, next) => {
    const { operation, metadata } = routeOf(request) as Route
    if (metadata.isUpload) liftTimeLimit(request)
    // The log and the metrics count HEAD as no operation.
    if (request.method === 'HEAD') return restoreUrl(request, response, next)
    request.operation = operation
    const { deprecation } = metadata
    if (deprecation) {
      response.setHeader('Deprecation', `@${Date.parse(deprecation.since) / 1_000}`)
      response.setHeader('Link', `<${deprecation.successor}>; rel="successor-version"`)
      if (sunset) response.setHeader('Sunset', sunset.toUTCString())
    }
    restoreUrl(request, response, next)
  }
}

function refuseMethod(known: Route[]): RequestHandler {
  const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return () => {
    throw new ProblemError('method_not_allowed', `The path accepts ${allowed}.`, { headers: { Allow: allowed } })
  }
}

/** Any of the handlers. What it answers was checked where it is written. */
type AnyHandler = (asked: never, context: ServerContext) => Promise<ServerInferResponses<Route>>

/** Calls the handler of a route in the turn of its caller, with what the middlewares found out. */
function implement(route: Route, { context: shared, replica }: Edge, classes: ReturnType<typeof admitRequests>) {
  const handle: AnyHandler = handlers[route.operation]
  const context = { ...shared, database: sentBy(route.operation, shared.database) }
  const readable = isRead(route) && replica ? { ...replica, database: sentBy(route.operation, replica.database) } : null
  return async (given: { req: Request; res: Response }) => {
    const { req, res } = given
    if (req.bodyFaults) throw new RequestValidationError(null, null, null, null)
    const endTurn = await acquireTurn(route, req, classes)
    // ts-rest has read it by the route of this handler, and the caller was admitted by its permission.
    const asked = { ...given, caller: req.caller ?? null, endTurn } as never
    try {
      if (readable)
        return await readFromReplica(readable, { context, response: res }, (chosen) => handle(asked, chosen))
      const answer = await handle(asked, context)
      return route.metadata.isUpload ? { ...answer, body: jsonSentBy(answer.body, sendAtOnce) } : answer
    } finally {
      endTurn()
    }
  }
}

/** Sends a text before the whole request has arrived. */
function sendAtOnce(response: Response, text: string): void {
  sendEarly(response.req, response, text)
}
