import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Config } from '../../config/config.js'
import { isLoopback } from '../../config/loopback.js'
import { ProblemError, UserError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { isTaken, listen, toAddress } from '../wire/connections.js'
import type { Metrics } from './metrics/metrics.js'
import { createProbes, type Readiness, toPath } from './probes.js'

/** A running server for operators. */
export interface AdminServer {
  url: string
  close(): Promise<void>
}

const METRICS_PATH = '/metrics'

/**
 * Serves `/metrics` and the probes without a key, on a separate port. Throws a UserError when it cannot listen. Warns when other
 * machines can reach it.
 */
export async function startAdminServer(
  { host, port }: NonNullable<Config['admin']>,
  { metrics, readiness, logger }: { metrics: Metrics; readiness: Readiness; logger: Logger },
): Promise<AdminServer> {
  const probes = createProbes(readiness)
  const serveMetrics = async (request: IncomingMessage, response: ServerResponse) => {
    if (toPath(request.url) !== METRICS_PATH) {
      return answer(response, 404, 'text/plain', 'Here are /metrics, /livez and /readyz.\n')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProblemError('method_not_allowed', 'The path accepts GET, HEAD.')
    }
    answer(response, 200, metrics.registry.contentType, await metrics.read())
  }

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, async (request, response) => {
    try {
      await probes(request, response, () => serveMetrics(request, response))
    } catch (error) {
      if (!(error instanceof ProblemError)) logger.error({ err: error }, 'the admin port failed')
      refuse(response, error)
    }
  })
  await listen(server, host, port).catch((error: Error) => {
    const reason = isTaken(error) ? 'it is taken' : error.message
    throw new UserError(
      `cannot listen on ADMIN_PORT=${port} of ${host}: ${reason}. Set another port, or unset ADMIN_PORT.`,
    )
  })
  if (!isLoopback(host)) {
    logger.warn(
      `Everyone who can reach ADMIN_HOST=${host} can read the metrics without a key. Allow only your monitoring to reach it.`,
    )
  }
  return {
    url: toAddress(server),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, status: number, contentType: string, text: string) {
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text)
}

function refuse(response: ServerResponse, error: unknown) {
  const isMethod = error instanceof ProblemError
  if (isMethod) response.setHeader('Allow', 'GET, HEAD')
  answer(response, isMethod ? 405 : 500, 'text/plain', isMethod ? `${error.message}\n` : 'The server failed.\n')
}
