import { MIMEType } from 'node:util'
import { type Permission, problems } from '@media-library/contract'
import { isAppRouteOtherResponse } from '@ts-rest/core'
import type { RequestHandler } from 'express'
import type { Caller } from '../../answers/handler.js'
import { ProblemError } from '../../errors.js'
import { hasScope } from '../../users/credential.js'
import type { Route } from '../route.js'

/** Lets a caller through whose key or session allows it (403). */
export function requirePermission(permission: Permission | 'any' | 'key'): RequestHandler {
  return ({ caller }, _response, next) => {
    if (!caller) throw new Error('A caller was authenticated.')
    requireScope(caller, permission)
    next()
  }
}

/** Throws `forbidden` when the caller's key or session does not allow it. */
export function requireScope({ scopes, sessionId }: Caller, permission: Permission | 'any' | 'key') {
  if (permission === 'any') return
  if (permission === 'key') {
    if (sessionId !== null)
      throw new ProblemError('forbidden', 'A session cannot make another session. Sign in with a key.')
    return
  }
  if (hasScope(scopes, permission)) return
  throw new ProblemError('forbidden', `The key's scopes do not include ${permission}.`)
}

/** Refuses a request whose `Accept` excludes what the route answers (406). */
export function requireAcceptable({ responses }: Route): RequestHandler {
  const success = responses[200]
  const type = success && isAppRouteOtherResponse(success) ? success.contentType : 'application/json'
  return (request, _response, next) => {
    const { accept } = request.headers
    if (accept === undefined || accept === '*/*' || accept === type || request.accepts(type)) return next()
    throw new ProblemError('not_acceptable', `The header Accept excludes ${type}.`)
  }
}

/** Refuses a body that is not JSON in UTF-8 (415). */
export const requireJson: RequestHandler = (request, _response, next) => {
  if (isJson(request.get('content-type') ?? '')) return next()
  throw new ProblemError('unsupported_media_type', problems.unsupported_media_type.remedy)
}

/** Refuses a body that is no form with files (415). */
export const requireForm: RequestHandler = (request, _response, next) => {
  if (/^multipart\/form-data\s*;.*boundary=/i.test(request.get('content-type') ?? '')) return next()
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
