import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProblemError } from '../../errors.js'
import type { Readiness } from './readiness.js'

/** The liveness probe: the process responds. Nothing else is checked. */
export const LIVENESS_PATH = '/livez'
/** The readiness probe: the service is not stopping, and its database and disk are usable. */
export const READINESS_PATH = '/readyz'

/** Whether a request is a probe, whatever its method. */
export function isProbe({ url }: { url?: string | undefined }): boolean {
  return [LIVENESS_PATH, READINESS_PATH].includes(pathOf(url))
}

/** Returns the path of a URL without its query, which may contain secrets. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Answers probes without a key, 200 or 503, and leaves every other request to `next`. */
export function createProbes({ findObstacles }: Readiness) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void | Promise<void>,
  ): Promise<void> => {
    if (!isProbe(request)) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProblemError('method_not_allowed', 'The path accepts GET, HEAD.', { headers: { Allow: 'GET, HEAD' } })
    }
    if (pathOf(request.url) === LIVENESS_PATH) return answer(response, 200, { status: 'live' })
    const obstacles = await findObstacles()
    if (obstacles.length === 0) return answer(response, 200, { status: 'ready' })
    answer(response, 503, { status: 'not ready', obstacles })
  }
}

function answer(response: ServerResponse, status: number, body: object) {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(text)
}
