import { MIMEType } from 'node:util'
import { type Permission, problems } from '@media-library/contract'
import { isAppRouteOtherResponse } from '@ts-rest/core'
import type { Request, RequestHandler } from 'express'
import type { Caller } from '../../answers/handler.js'
import { ProblemError } from '../../errors.js'
import { hasScope } from '../../users/credential.js'
import { type Route, routeOf } from '../route.js'

/**
 * Lets an allowed request through to its route. The checks have the order of their problems: scope (403), and the headers `Accept` and
 * `Content-Type` (406, 415).
 */
export const authorize: RequestHandler = (request, _response, next) => {
  const route = routeOf(request) as Route
  const { permission, isUpload } = route.metadata
  if (request.caller && permission) requireScope(request.caller, permission)
  requireAcceptable(route, request)
  if (isUpload) requireForm(request)
  else requireJsonBody(route, request)
  // Express would answer 304 to any If-None-Match, even for responses without an ETag of ours.
  if (!(304 in route.responses)) delete request.headers['if-none-match']
  next()
}

/** Throws `forbidden` when the caller's key or session does not allow it. */
export function requireScope({ scopes, sessionId }: Caller, permission: Permission | 'session' | 'key') {
  if (permission === 'session') {
    if (sessionId === null) throw new ProblemError('forbidden', 'A key has no session.')
    return
  }
  if (permission === 'key') {
    if (sessionId !== null)
      throw new ProblemError('forbidden', 'A session cannot make another session. Sign in with a key.')
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
  if (route.metadata.bodyLimit !== undefined && !isJson(request.get('content-type') ?? '')) {
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
