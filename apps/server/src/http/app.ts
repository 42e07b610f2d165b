import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import helmet from 'helmet'
import { admitRequests } from '../admission/admission.js'
import type { ServerContext } from '../context.js'
import { type PrismaDatabase, sentBy } from '../database/connect.js'
import type { Replica } from '../database/servers/replica.js'
import { ProblemError } from '../errors.js'
import { HTTP_HOSTS } from '../sign-in/cookies.js'
import { redirectToMobile } from '../sign-in/mobile-redirect.js'
import { authenticate, credentialsIn, noticeProxies } from './access/caller.js'
import { allowOrigins } from './access/cross-origin.js'
import { type FailureLimit, limitFailures, limitRequests as limitRate } from './access/rate-limit.js'
import { limitUnread } from './access/unread-answers.js'
import { receiveBy } from './access/visitor.js'
import { docs, problemPages } from './docs/docs.js'
import { serveEndpoints } from './endpoints.js'
import { createProblemHandler } from './problems/problem.js'
import { serveResumableUploads } from './resumable-uploads.js'
import { logRequests } from './watch/log.js'
import { createProbes, type Readiness } from './watch/probes.js'
import { createWeb } from './web.js'
import { encodeUndecodable, requireSoundHeaders, restoreUrl } from './wire/malformed-request.js'

/** The policy of our pages, which are text with inline styles. TLS and HSTS are the proxy's task. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"] },
}

/** The parts of the application besides the context of its handlers. */
export interface Surroundings {
  readiness: Readiness
  /** The counter of requests; null when nothing is counted. */
  observe: RequestHandler | null
  /** The replica for requests that only read; null when there is none. */
  replica: Replica | null
}

/** Creates the Express application that serves the contracts. It does not listen yet. */
export function createApp(context: ServerContext, { readiness, observe, replica }: Surroundings): Express {
  const { config, database, logger } = context
  const failures = limitFailures(config.http.failuresPerMinute)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', config.http.trustedProxies)
  app.set(HTTP_HOSTS, new Set(config.http.allowedHttpHosts))
  app.use(logRequests(logger), noticeProxies(logger), createProbes(readiness), readOlderPaths)
  if (observe) app.use(observe)
  app.use(helmet({ strictTransportSecurity: false, contentSecurityPolicy }), keepNothing, requireSoundHeaders)
  if (config.http.allowedOrigins.length > 0) app.use(allowOrigins(config.http.allowedOrigins))
  const identify = authenticateBy(sentBy('access', database), failures)
  const limitRequests = limitRate(config.http.requestsPerMinute)
  app.use(encodeUndecodable)
  serveEndpoints(app, {
    context,
    replica,
    authenticate: identify,
    receive: receiveBy(sentBy('access', database), failures),
    limitRequests,
    limitUnread: limitUnread(),
    turns: admitRequests(config.requests),
  })
  app.get('/api/oauth/mobile-redirect', limitRequests, redirectToMobile)
  app.get('/.well-known/immich', limitRequests, tellEndpoint)
  serveResumableUploads(app, { uploads: context.uploads, authenticate: identify, limitRequests })
  app.use(restoreUrl, docs, createWeb(config), (request, response, next) =>
    request.path.startsWith('/api/') ? identify(request, response, next) : next(),
  )
  app.use(limitRequests, problemPages, refusePath)
  app.use(failures.count, createProblemHandler(logger))
  return app
}

/** Forbids caches, because answers contain what only the caller may see, unless their handler says otherwise. */
const keepNothing: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

function authenticateBy(database: PrismaDatabase, failures: FailureLimit): RequestHandler {
  const credentials = credentialsIn(database)
  return async (request, _response, next) => {
    await failures.require(request)
    request.caller = await authenticate(credentials, request)
    next()
  }
}

/** Programs for Immich look here for the path of the API when they know only the address of the server. */
const tellEndpoint: RequestHandler = (_request, response) => {
  response.json({ api: { endpoint: '/api' } })
}

function refusePath(request: Request): never {
  throw new ProblemError('not_found', `There is nothing at ${request.path}.`)
}

const SLASH_AT_END = /^\/api\/.*[^/]\/$/

/** The paths that Immich 1.90 used, and what they are called now. */
const olderPaths: [method: string, older: RegExp, path: string][] = [
  ['GET', /^\/api\/asset\/assetById\//, '/api/asset/'],
  ['POST', /^\/api\/asset\/download\/(?=(info|archive)($|\?))/, '/api/download/'],
  ['POST', /^\/api\/asset\/download\//, '/api/download/asset/'],
  ['POST', /^\/api\/asset\/restore(?=$|\?)/, '/api/trash/restore/assets'],
  ['POST', /^\/api\/asset\/trash\/(?=(empty|restore)($|\?))/, '/api/trash/'],
]

/** Also forgives a slash at the end of a path of the API, as Immich does. */
function readOlderPaths(request: Request, _response: Response, next: NextFunction): void {
  if (SLASH_AT_END.test(request.path)) request.url = request.url.replace(/\/(?=$|\?)/, '')
  for (const [method, older, path] of olderPaths)
    if (request.method === method) request.url = request.url.replace(older, path)
  next()
}
