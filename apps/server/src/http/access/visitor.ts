import type { RouteMetadata } from '@media-library/contract'
import type { Request, RequestHandler } from 'express'
import type { PrismaDatabase } from '../../database/connect.js'
import { ProblemError } from '../../errors.js'
import { receiveVisitors, requireAllowed } from '../../shared-links/visit.js'
import { readLinkCookie } from '../../sign-in/cookies.js'
import { toNetwork } from './caller.js'
import type { FailureLimit } from './rate-limit.js'

/** Returns the key of a link that a request carries; null when there is none. */
export function readShareKey(request: Request): string | null {
  const key = request.get('x-immich-share-key') ?? request.query['key']
  return typeof key === 'string' && key !== '' ? key : null
}

/** Lets a request with the key of a link in as that of its visitor, whatever else it carries, and all others as those of users. */
export function preferVisitor(
  receive: RequestHandler,
  action: NonNullable<RouteMetadata['visitor']>,
  authenticate: RequestHandler,
): RequestHandler {
  return async (request, response, next) => {
    if (readShareKey(request) === null) return authenticate(request, response, next)
    await receive(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      if (request.caller?.link) requireAllowed(request.caller.link, action)
      next()
    })
  }
}

/** Identifies the visitor of a link. A key that opens none counts as a failed authentication. */
export function receiveBy(database: PrismaDatabase, failures: FailureLimit): RequestHandler {
  const receive = receiveVisitors(database)
  return async (request, _response, next) => {
    const key = readShareKey(request) ?? ''
    request.shareKey = key
    await failures.require(request)
    try {
      request.caller = await receive({
        key,
        password: readPassword(request),
        network: toNetwork(request),
        readToken: (linkId) => readToken(request) ?? readLinkCookie(request, linkId),
      })
    } catch (error) {
      request.isGuess = error instanceof ProblemError && error.code === 'not_found'
      throw error
    }
    next()
  }
}

function readToken(request: Request): string | undefined {
  const token = request.get('x-immich-share-token') ?? request.query['token']
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** The longest password that is looked at. */
const LONGEST = 1_000

/** Only opening a link takes a password: checking one takes a tenth of a second of a processor. */
function readPassword(request: Request): string | undefined {
  if (request.operation !== 'getMySharedLink' && request.path !== '/api/shared-link/me') return undefined
  const sent = request.get('x-immich-share-password')
  const password = sent === undefined ? request.query['password'] : decode(sent)
  return typeof password === 'string' && password.length <= LONGEST ? password : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
