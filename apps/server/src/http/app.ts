import { contract } from '@media-library/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.js'
import { ProblemError } from '../errors.js'
import { createRoutes } from '../routes/index.js'
import { readBody } from './body.js'
import { createGate } from './gate.js'
import { logRequests } from './log.js'
import { problemPages } from './page.js'
import { createProblemHandler } from './problem.js'

/** Pages are text with a style of their own. TLS, and so HSTS, belongs to a proxy. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"] },
}

/** The Express application that serves the contract. It listens nowhere yet. */
export const createApp = (context: Context): Express => {
  const { config, database, logger } = context
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(logRequests(logger))
  app.use(helmet({ strictTransportSecurity: false, contentSecurityPolicy }))
  app.use(problemPages)
  app.use(createGate({ database, sunset: config.oauthConfigSunset }), readBody)
  createExpressEndpoints(contract, createRoutes(context), app, {
    logInitialization: false,
    requestValidationErrorHandler: (error, _request, _response, next) => next(error),
  })
  app.use((request) => {
    throw new ProblemError('not_found', `Nothing is at ${request.path}.`)
  })
  app.use(createProblemHandler(logger))
  return app
}
