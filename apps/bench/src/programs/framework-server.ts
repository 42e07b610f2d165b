import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { contract, type OAuthConfig } from '@media-library/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import express, { type Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { pino } from 'pino'

/** The frameworks of the service, in its versions. The server runs the one that PART names, and all before it. */
const parts = ['express', 'json', 'ts-rest', 'helmet', 'limiter', 'log']

const { PART = '' } = process.env
const has = (part: string) => parts.indexOf(part) <= parts.indexOf(PART)

const { generateOAuthConfig } = contract
const answer: OAuthConfig = { enabled: false, passwordLoginEnabled: false }

const app = express()
app.disable('x-powered-by')
app.disable('etag')
if (has('log')) {
  const logger = pino(pino.destination({ fd: process.stderr.fd, sync: false }))
  app.use(({ method, path, ip }, response, next) => {
    const startedAt = Date.now()
    response.once('close', () => logger.info(lineOf({ method, path, ip }, response, startedAt), `${method} ${path}`))
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
if (has('json')) app.use(express.json())
if (has('ts-rest')) {
  const routes = { generateOAuthConfig: async () => ({ status: 201 as const, body: answer }) }
  createExpressEndpoints({ generateOAuthConfig }, routes, app, { logInitialization: false })
} else {
  app.post(generateOAuthConfig.path, (_request, response) => void response.status(201).json(answer))
}

const server = app.listen(0, '127.0.0.1')
server.keepAliveTimeout = 65_000
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})

function lineOf(
  request: { method: string; path: string; ip: string | undefined },
  { statusCode }: Response,
  startedAt: number,
) {
  return { ...request, status: statusCode, responseTime: Date.now() - startedAt }
}
