import { api } from '@media-library/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import type { ServerContext } from '../context.js'
import type { Replica } from '../database/servers/replica.js'
import { ProblemError } from '../errors.js'
import { noticeProxies } from './access/address.js'
import { allowOrigins } from './access/cross-origin.js'
import { createKeyGate, requireAccess } from './access/gate.js'
import { limitConcurrency } from './access/limit-concurrency.js'
import { limitFailures, limitRequests } from './access/rate-limit.js'
import type { SharedCounts } from './access/shared-counts.js'
import { readBody } from './body/body.js'
import { toServed } from './body/validated-body.js'
import { docs } from './docs/docs.js'
import { problemPages } from './docs/page.js'
import { createRoutes } from './handlers.js'
import { readOlderPaths } from './older-paths.js'
import { createProblemHandler } from './problems/problem.js'
import { readFromReplica } from './read-from-replica.js'
import { fixedPathsFirst } from './route.js'
import { logRequests } from './watch/log.js'
import type { Metrics } from './watch/metrics.js'
import { createProbes } from './watch/probes.js'
import type { Readiness } from './watch/readiness.js'
import { createWeb } from './web/web.js'
import { requireSoundHeaders } from './wire/protocol.js'

/** Our pages are text with inline styles. TLS and HSTS are the proxy's task. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"] },
}

/** What the application has besides the context of its handlers. */
export interface Surroundings {
  readiness: Readiness
  /** null when nothing is counted. */
  metrics: Metrics | null
  counts: SharedCounts
  /** For what only reads; null when there is none. */
  replica: Replica | null
}

/** Creates the Express application that serves the contracts. It does not listen yet. */
export function createApp(context: ServerContext, { readiness, metrics, counts, replica }: Surroundings): Express {
  const { config, database, logger } = context
  const failures = limitFailures(config.http.failuresPerMinute, counts)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', config.http.trustedProxies)
  app.use(logRequests(logger), noticeProxies(logger), createProbes(readiness), readOlderPaths)
  if (metrics) app.use(metrics.observe)
  app.use(helmet({ strictTransportSecurity: false, contentSecurityPolicy }))
  app.use(requireSoundHeaders, allowOrigins(config.http.allowedOrigins))
  app.use(docs)
  app.use(createWeb(config))
  app.use(forbidKeeping)
  app.use(createKeyGate({ database, sunset: config.oauthConfigSunset, failures }))
  app.use(limitRequests(config.http.requestsPerMinute, counts))
  app.use(problemPages)
  app.use(requireAccess, readBody)
  const routes = fixedPathsFirst(createHandlers(context, replica), api)
  createExpressEndpoints(toServed(api), limitConcurrency(routes, config.requests), app, {
    logInitialization: false,
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
  })
  app.use((request) => {
    throw new ProblemError('not_found', `There is nothing at ${request.path}.`)
  })
  app.use(failures.count, createProblemHandler(logger))
  return app
}

/** Answers hold what only the caller may see. A handler whose answers have validators says that they may be kept. */
function forbidKeeping(_request: Request, response: Response, next: NextFunction) {
  response.set('Cache-Control', 'no-store')
  next()
}

/** The handlers of the database, and of its replica if there is one. */
function createHandlers(context: ServerContext, replica: Replica | null) {
  const routes = createRoutes(context)
  return replica ? readFromReplica(routes, createRoutes({ ...context, database: replica.database }), replica) : routes
}
