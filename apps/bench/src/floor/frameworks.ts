import express, { type Express, type Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { pino } from 'pino'

/** The frameworks of the service, from the one that needs no other to those that need it. */
export const frameworks = ['express', 'json', 'ts-rest', 'helmet', 'limiter', 'log'] as const

/** The name of a framework. */
export type Framework = (typeof frameworks)[number]

/** The size limit of a body, which fits the largest list of ids. */
const BODY_LIMIT = '10mb'

/**
 * Creates an application with some frameworks of the service, in its versions, with the settings that affect their cost.
 */
export function createApp(has: (framework: Framework) => boolean): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  if (has('log')) {
    const logger = pino(pino.destination({ fd: process.stderr.fd, sync: false }))
    app.use(({ method, path, ip }, response, next) => {
      const startedAt = Date.now()
      response.once('close', () =>
        logger.info(toLogLine({ method, path, ip }, response, startedAt), `${method} ${path}`),
      )
      next()
    })
  }
  if (has('helmet')) app.use(helmet())
  if (has('limiter')) {
    app.use(
      rateLimit({
        windowMs: 60_000,
        limit: 10_000_000,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        validate: false,
      }),
    )
  }
  if (has('json')) app.use(express.json({ limit: BODY_LIMIT }))
  return app
}

function toLogLine(
  request: { method: string; path: string; ip: string | undefined },
  { statusCode }: Response,
  startedAt: number,
) {
  return { ...request, status: statusCode, responseTime: Date.now() - startedAt }
}
