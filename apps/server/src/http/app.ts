import { served } from '@media-library/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.js'
import { ProblemError } from '../errors.js'
import { createRoutes } from '../routes/index.js'
import { readBody } from './body.js'
import { docs } from './docs.js'
import { createKeyGate, requireAccess } from './gate.js'
import { toServed } from './judged-body.js'
import { logRequests } from './log.js'
import type { Metrics } from './metrics.js'
import { problemPages } from './page.js'
import { createProbes } from './probes.js'
import { createProblemHandler } from './problem.js'
import { requireSoundHeaders } from './protocol.js'
import { limitFailures, limitRequests } from './rate-limit.js'
import type { Readiness } from './readiness.js'
import { shareWork } from './share-work.js'

/** Pages are text with inline styles. TLS and HSTS are up to a proxy. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"] },
}

/** What the application reports to operators. */
export interface Observation {
  readiness: Readiness
  /** null: nothing is counted. */
  metrics: Metrics | null
}

/** The Express application that serves the contracts. It listens nowhere yet. */
export const createApp = (context: Context, { readiness, metrics }: Observation): Express => {
  const { config, database, logger } = context
  const failures = limitFailures(config.http.failuresPerMinute)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', config.http.trustedProxies)
  app.use(logRequests(logger), createProbes(readiness))
  if (metrics) app.use(metrics.observe)
  app.use(helmet({ strictTransportSecurity: false, contentSecurityPolicy }))
  app.use(requireSoundHeaders)
  app.use(docs)
  app.use(createKeyGate({ database, sunset: config.oauthConfigSunset, failures }))
  app.use(limitRequests(config.http.requestsPerMinute))
  app.use(problemPages)
  app.use(requireAccess, readBody)
  createExpressEndpoints(toServed(served), shareWork(createRoutes(context), config.requests), app, {
    logInitialization: false,
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
  })
  app.use((request) => {
    throw new ProblemError('not_found', `Nothing is at ${request.path}.`)
  })
  app.use(failures.count, createProblemHandler(logger))
  return app
}
