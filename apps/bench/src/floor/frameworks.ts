import express, { type Express, type Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { pino } from 'pino'

/** The size limit of a body, which fits the largest list of ids. */
const BODY_LIMIT = '10mb'

/** Creates an application with the frameworks of the service, in its versions, with the settings that affect their cost. */
export function createApp({ isLogged }: { isLogged: boolean }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  if (isLogged) {
    const logger = pino(pino.destination({ fd: process.stderr.fd, sync: false }))
    app.use(({ method, path, ip }, response, next) => {
      const startedAt = Date.now()
      response.once('close', () =>
        logger.info(toLogLine({ method, path, ip }, response, startedAt), `${method} ${path}`),
      )
      next()
    })
  }
  app.use(helmet())
  app.use(
    rateLimit({
      windowMs: 60_000,
      limit: 10_000_000,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      validate: false,
    }),
  )
  app.use(express.json({ limit: BODY_LIMIT }))
  return app
}

function toLogLine(
  request: { method: string; path: string; ip: string | undefined },
  { statusCode }: Response,
  startedAt: number,
) {
  return { ...request, status: statusCode, responseTime: Date.now() - startedAt }
}
