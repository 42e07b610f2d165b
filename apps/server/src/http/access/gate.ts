import { MIMEType } from 'node:util'
import { type Permission, problems } from '@media-library/contract'
import { ContractNoBody, isAppRouteOtherResponse } from '@ts-rest/core'
import type { Request, RequestHandler, Response } from 'express'
import type { Database } from '../../database/connect.js'
import { ProblemError } from '../../errors.js'
import { hasScope } from '../../users/credentials/scopes.js'
import { type Operation, pathRoutesOf, type Route } from '../route.js'
import { authenticate, type Caller } from './authenticate.js'
import { createKeyLookup } from './key-lookup.js'
import type { FailureLimit } from './rate-limit.js'

declare global {
  namespace Express {
    interface Request {
      /** The operation of the request; missing when there is no route. */
      operation?: Operation
      /** The caller, on routes that need a key or session. */
      caller?: Caller
    }
  }
}

/** Identifies the caller where a key is needed (401, or 429 after too many invalid keys). */
export function createKeyGate({
  database,
  sunset,
  failures,
}: {
  database: Database
  sunset: Date | null
  failures: FailureLimit
}): RequestHandler {
  const source = { database, findKey: createKeyLookup(database) }
  return async (request, response, next) => {
    const routes = pathRoutesOf(request)
    const known = routes?.get(request.method)
    if (known) {
      request.operation = known.operation
      announceDeprecation(known, sunset, response)
    }
    if (!isPublic(routes, request)) {
      await failures.require(request)
      request.caller = await authenticate(source, request)
    }
    next()
  }
}

/**
 * Lets an allowed request through to its route. The checks have the order of their problems: path and method (404, 405), scope
 * (403), and the headers `Accept` and `Content-Type` (406, 415).
 */
export const requireAccess: RequestHandler = (request, _response, next) => {
  const { caller } = request
  const route = requireRoute(pathRoutesOf(request), request)
  if (caller && route.metadata.permission) {
    requireScope(caller, route.metadata.permission)
    request.user = caller.user
    request.scopes = caller.scopes
    if (caller.sessionId === null) request.keyId = caller.id
    else request.sessionId = caller.sessionId
  }
  requireAcceptable(route, request)
  if (route.metadata.isUpload) requireForm(request)
  else requireJsonBody(route, request)
  // Express would answer 304 to any If-None-Match, even for responses without an ETag of ours.
  if (!(304 in route.responses)) delete request.headers['if-none-match']
  next()
}

function announceDeprecation({ metadata: { deprecation } }: Route, sunset: Date | null, response: Response) {
  if (!deprecation) return
  response.setHeader('Deprecation', `@${Date.parse(deprecation.since) / 1_000}`)
  response.setHeader('Link', `<${deprecation.successor}>; rel="successor-version"`)
  if (sunset) response.setHeader('Sunset', sunset.toUTCString())
}

/** Whether a path is outside the API, or all of its routes need no permission. */
function isPublic(routes: Map<string, Route> | null, { path }: Request) {
  return routes ? [...routes.values()].every(({ metadata }) => metadata.permission === null) : !path.startsWith('/api/')
}

function requireRoute(routes: Map<string, Route> | null, { method, path }: Request): Route {
  if (!routes) throw new ProblemError('not_found', `There is nothing at ${path}.`)
  const route = routes.get(method === 'HEAD' ? 'GET' : method)
  if (route) return route
  const allowed = [...routes.keys()].flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known])).join(', ')
  throw new ProblemError('method_not_allowed', `The path accepts ${allowed}.`, { headers: { Allow: allowed } })
}

function requireScope({ scopes, sessionId }: Caller, permission: Permission | 'session' | 'key') {
  if (permission === 'session') {
    if (sessionId === null) throw new ProblemError('forbidden', 'A key has no session.')
    return
  }
  if (permission === 'key') {
    if (sessionId !== null) throw new ProblemError('forbidden', 'A session is no key, and signs nobody in.')
    return
  }
  if (hasScope(scopes, permission)) return
  throw new ProblemError('forbidden', `The key's scopes do not include ${permission}.`)
}

function requireAcceptable(route: Route, request: Request) {
  if (!(406 in route.responses)) return
  const { accept } = request.headers
  const success = route.responses[200]
  const type = success && isAppRouteOtherResponse(success) ? success.contentType : 'application/json'
  if (accept === undefined || accept === '*/*' || accept === type || request.accepts(type)) return
  throw new ProblemError('not_acceptable', `The header Accept excludes ${type}.`)
}

function requireJsonBody(route: Route, request: Request) {
  const takesBody = 'body' in route && route.body !== ContractNoBody
  if (takesBody && !isJson(request.get('content-type') ?? '')) {
    throw new ProblemError('unsupported_media_type', problems.unsupported_media_type.remedy)
  }
}

function requireForm(request: Request) {
  if (/^multipart\/form-data\s*;.*boundary=/i.test(request.get('content-type') ?? '')) return
  throw new ProblemError('unsupported_media_type', 'Send the file as `multipart/form-data` with a boundary.')
}

function isJson(contentType: string) {
  if (contentType === 'application/json') return true
  try {
    const { essence, params } = new MIMEType(contentType)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}
