import { createServer as createHttpServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopback } from '../config/loopback.js'
import type { OpenContext } from '../context.js'
import { warmUp } from '../database/connect.js'
import { STALL_MS } from '../database/reader-pace.js'
import { UserError } from '../errors.js'
import { createApp } from './app.js'
import { answerClientErrors } from './problems/client-error.js'
import { startAdminServer } from './watch/admin.js'
import { createMetrics } from './watch/metrics/metrics.js'
import { addEvents, observeRequests } from './watch/metrics/requests.js'
import { createReadiness } from './watch/probes.js'
import { isTaken, limitRequestTime, limitStalls, listen, toAddress, watchResponses } from './wire/connections.js'
import { createDrain } from './wire/drain.js'
import { toMessageClasses } from './wire/fast-messages.js'
import { beginInOrder } from './wire/in-order.js'

const SECOND = 1_000

/** The first port to try when none is configured. */
const DEFAULT_PORT = 2283
const TRIED_PORTS = 20

/** A running server. */
export interface RunningServer {
  /** The address, such as `http://127.0.0.1:2283`. */
  url: string
  /** Whether only this machine reaches it. */
  isLocal: boolean
  /** The address of the metrics; null without `ADMIN_PORT`. */
  adminUrl: string | null
  /**
   * Makes the readiness probe fail, keeps serving for `drainMs`, then refuses new connections and finishes running requests
   * within 10 s.
   */
  close(drainMs?: number): Promise<void>
}

/**
 * Serves the contract on the configured host and port, with its own connections to the database at `url`, or through the
 * configured pooler. Throws a UserError when it cannot listen there, or cannot use the pooler.
 */
export async function startServer(opened: OpenContext): Promise<RunningServer> {
  const services = await opened.openForRequests()
  const { replica, context } = services
  const { config, database, logger, events } = context
  const readiness = await createReadiness(context)
  const metrics = config.admin && (await createMetrics(context))
  if (metrics) addEvents(metrics.registry, events)
  const observe = metrics && observeRequests(metrics.registry)
  const { headersMs, requestMs, keepAliveMs } = config.http
  const app = createApp(context, { readiness, observe, replica })
  const server = createHttpServer({
    ...toMessageClasses(app),
    headersTimeout: headersMs,
    // Requests with a body have limits of their own.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: SECOND / 2,
    requireHostHeader: false,
  })
  beginInOrder(server)
  server.on('begin', app)
  // A refusal answers an Expect, or the reading of the body does.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  const running = watchResponses(server)
  answerClientErrors(server, { running, logger })
  limitRequestTime(server, requestMs)
  limitStalls(server, STALL_MS)
  const drain = createDrain(server, running)
  const admin = config.admin && metrics && (await startAdminServer(config.admin, { metrics, readiness, logger }))
  try {
    await warmUp(database)
    await listenSomewhere(server, config.host, config.port)
  } catch (error) {
    await admin?.close()
    await services.close()
    throw error
  }
  return {
    url: toAddress(server),
    isLocal: isLoopback(config.host),
    adminUrl: admin?.url ?? null,
    close: async (drainMs = 0) => {
      readiness.drain()
      events.drain()
      drain.begin()
      await sleep(drainMs)
      await drain.stop()
      await admin?.close()
      await services.close()
    },
  }
}

async function listenSomewhere(server: Server, host: string, port: number | null) {
  for (let candidate = port ?? DEFAULT_PORT; ; candidate += 1) {
    try {
      return await listen(server, host, candidate)
    } catch (error) {
      if (!isTaken(error))
        throw new UserError(
          `cannot listen on ${host}:${candidate}: ${(error as Error).message}. Set HOST to an address of this machine, and PORT to a port that this account may use.`,
        )
      if (port !== null)
        throw new UserError(`port ${port} is taken. Set PORT to another port, or stop the program that uses it.`)
      if (candidate >= DEFAULT_PORT + TRIED_PORTS) throw error
    }
  }
}
