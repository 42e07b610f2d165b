import { api, Id, nouns } from '@media-library/contract'
import type { ServerInferResponses } from '@ts-rest/core'
import { createExpressEndpoints } from '@ts-rest/express'
import {
  type Express,
  type Request,
  type RequestHandler,
  type RequestParamHandler,
  type Response,
  Router,
} from 'express'
import type { admitRequests } from '../admission/admission.js'
import type { ServerContext } from '../context.js'
import { sentBy } from '../database/connect.js'
import type { Replica } from '../database/servers/replica.js'
import { ProblemError } from '../errors.js'
import { requireAcceptable, requireForm, requireJson, requirePermission } from './access/authorize.js'
import { toNetwork } from './access/caller.js'
import { preferVisitor } from './access/visitor.js'
import { acquireTurn } from './acquire-turn.js'
import { readBody, withReadBodies } from './body/body.js'
import { handlers } from './handlers.js'
import { isRead, readFromReplica } from './read-from-replica.js'
import type { Operation, Route } from './route.js'
import { liftTimeLimit } from './wire/connections.js'

/** The parts of the endpoints besides their handlers. */
export interface Edge {
  context: ServerContext
  /** The replica for requests that only read; null when there is none. */
  replica: Replica | null
  /** Identifies the caller (401, or 429 after too many invalid keys). */
  authenticate: RequestHandler
  /** Lets a visitor of a link in (404, or 401 without its password). */
  receive: RequestHandler
  /** Counts the requests of the caller (429). */
  limitRequests: RequestHandler
  /** Refuses a caller who does not read the answers to earlier requests (429). */
  limitUnread: RequestHandler
  /** The semaphore at which requests wait for their turn at the database. */
  turns: ReturnType<typeof admitRequests>
}

/** A handler of any operation. The compiler compares it with its route in its own file. */
type AnyHandler = (input: never, context: ServerContext) => Promise<ServerInferResponses<Route>>

/** Serves each noun of the contract by a router at its paths. */
export function serveEndpoints(app: Express, edge: Edge): void {
  for (const noun of Object.keys(nouns) as (keyof typeof nouns)[]) {
    const router = Router({ caseSensitive: true, strict: true })
    router.param('id', preferPathWithoutId)
    createExpressEndpoints(withReadBodies(nouns[noun]), implement(handlers[noun], edge), router, {
      logInitialization: false,
      requestValidationErrorHandler: (error, _request, _response, next) => next(error),
    })
    refuseOtherMethods(router, listPaths(nouns[noun]), edge)
    app.all(toPattern(listPaths(nouns[noun])), router)
  }
}

function listPaths(contract: Record<string, Route>): string[] {
  return [...new Set(Object.values(contract).map(({ path }) => path))]
}

/**
 * Matches any of the paths. Without it, Express tries the patterns of all routes, which takes a seventh of the time of a ping.
 */
function toPattern(paths: string[]): RegExp {
  return new RegExp(`^(?:${paths.join('|').replaceAll(/:\w+/g, '[^/]+')})$`)
}

function implement(handlersOfNoun: Record<string, AnyHandler>, edge: Edge) {
  const operations = Object.entries(handlersOfNoun) as [Operation, AnyHandler][]
  return Object.fromEntries(
    operations.map(([operation, handle]) => [
      operation,
      { middleware: listChecks(operation, edge), handler: answerBy(operation, handle, edge) },
    ]),
  )
}

/**
 * Returns the checks of a route, in the order of their problems: key (401) and rate (429), scope (403), headers and size (406, 415,
 * 413). ts-rest then checks the shape (400).
 */
function listChecks(
  operation: Operation,
  { context, authenticate, receive, limitRequests, limitUnread }: Edge,
): RequestHandler[] {
  const route: Route = api[operation]
  const { permission, visitor, deprecation, isUpload, bodyLimit } = route.metadata
  const identify = visitor === undefined ? authenticate : preferVisitor(receive, visitor, authenticate)
  const withKey = permission === null ? [] : [identify]
  const withScope = permission === null ? [] : [limitUnread, requirePermission(permission)]
  return [
    nameOperation(operation),
    ...(deprecation ? [announceDeprecation(deprecation, context.config.oauthConfigSunset)] : []),
    ...withKey,
    limitRequests,
    ...withScope,
    ...(406 in route.responses ? [requireAcceptable(route)] : []),
    ...(isUpload ? [requireForm, liftLimit] : []),
    ...(bodyLimit === undefined ? [] : [requireJson, readBody(operation, bodyLimit)]),
  ]
}

/** Sets the operation for the log and the metrics; a HEAD request has none there. */
function nameOperation(operation: Operation): RequestHandler {
  return (request, _response, next) => {
    if (request.method !== 'HEAD') request.operation = operation
    next()
  }
}

/** Announces that an operation is deprecated: it may be missing from the date `sunset` on. */
function announceDeprecation(
  { since, successor }: { since: string; successor: string },
  sunset: Date | null,
): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Deprecation', `@${Date.parse(since) / 1_000}`)
    response.setHeader('Link', `<${successor}>; rel="successor-version"`)
    if (sunset) response.setHeader('Sunset', sunset.toUTCString())
    next()
  }
}

/** Lifts the time limit of an upload, which has limits of its own for its rate and its whole time. */
const liftLimit: RequestHandler = (request, _response, next) => {
  liftTimeLimit(request)
  next()
}

/** Calls the handler of an operation in the turn of its caller, with the results of the checks. */
function answerBy(operation: Operation, handle: AnyHandler, { context: shared, replica, turns }: Edge) {
  const route: Route = api[operation]
  const context = { ...shared, database: sentBy(operation, shared.database) }
  const readable = isRead(route) && replica ? { ...replica, database: sentBy(operation, replica.database) } : null
  // Operations without a permission use the database little, and may wait for a provider. Uploads take turns of their own.
  const takesTurn = route.metadata.permission !== null && !route.metadata.isUpload
  return async (exchange: { req: Request; res: Response }) => {
    const { req, res } = exchange
    const takeTurn = () => acquireTurn(req, res, turns)
    const endTurn = takesTurn ? await takeTurn() : () => {}
    // ts-rest has read it by the route of this handler, and the caller was admitted by its permission.
    const findNetwork = () => toNetwork(req)
    const input = { ...exchange, caller: req.caller ?? null, endTurn, takeTurn, findNetwork } as never
    try {
      if (readable === null) return await handle(input, context)
      return await readFromReplica(readable, { context, response: res }, (chosen) => handle(input, chosen))
    } finally {
      endTurn()
    }
  }
}

const routes: Route[] = Object.values(api)
const pathsWithoutId = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(':')))

/**
 * Leaves `/api/album/count` to its own route: it is no album with this id. What Immich has beneath `/api/asset`, and the service has not,
 * is no asset either.
 */
const preferPathWithoutId: RequestParamHandler = ({ path }, _response, next, id) => {
  const isUnserved = path === `/api/asset/${id}` && !Id.safeParse(id).success
  next(pathsWithoutId.has(path) || isUnserved ? 'route' : undefined)
}

/** Refuses the methods that no noun has at a path (405). */
function refuseOtherMethods(router: Router, paths: string[], { authenticate, limitRequests }: Edge) {
  for (const path of paths) {
    const known = routes.filter((route) => route.path === path)
    const isPublic = known.every(({ metadata }) => metadata.permission === null)
    const methods = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const allowed = methods.join(', ')
    const leaveToOthers: RequestHandler = ({ method }, _response, next) =>
      next(methods.includes(method) ? 'router' : undefined)
    router.all(path, leaveToOthers, ...(isPublic ? [] : [authenticate]), limitRequests, () => {
      throw new ProblemError('method_not_allowed', `The path accepts ${allowed}.`, { headers: { Allow: allowed } })
    })
  }
}
