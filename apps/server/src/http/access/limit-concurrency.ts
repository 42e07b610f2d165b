import type { Request } from 'express'
import type { Config } from '../../config/config.js'
import { createFairSemaphore } from '../../database/fair-semaphore.js'
import { routeOf } from '../route.js'
import { callerKeyOf } from './caller-key.js'

/** Larger bodies hold more than about 1,700 ids, which take the database far longer than other requests. */
const HEAVY = 64 * 1024

type Work = (asked: { req: Request }) => Promise<unknown>

/**
 * Limits how many handlers each user runs at once, so that one user cannot occupy the database. Handlers without a permission
 * have no limit, because they use the database little and may wait for a provider.
 */
export function limitConcurrency<Routes extends object>(
  routes: Routes,
  { connections, waitMs }: Config['requests'],
): Routes {
  const refusal = 'Too many requests are being processed.'
  const each = Math.max(1, connections - 2)
  const light = createFairSemaphore({ atOnce: connections, each, waiting: 10_000, waitMs, refusal, retryAfter: 1 })
  const few = Math.max(1, Math.floor(connections / 3))
  const heavy = createFairSemaphore({ atOnce: few, each: 1, waiting: 100, waitMs: 60_000, refusal, retryAfter: 5 })

  const inTurn =
    (work: Work): Work =>
    async (asked) => {
      const metadata = routeOf(asked.req)?.metadata
      // Uploads take turns of their own, and the database little.
      if (!metadata?.permission || metadata.isUpload) return work(asked)
      const end = await (isHeavy(asked.req) ? heavy : light).acquire(callerKeyOf(asked.req))
      asked.req.endTurn = end
      try {
        return await work(asked)
      } finally {
        end()
      }
    }
  return Object.fromEntries(Object.entries(routes).map(([name, work]) => [name, inTurn(work)])) as Routes
}

function isHeavy({ headers }: Request) {
  return Number(headers['content-length'] ?? 0) > HEAVY || headers['transfer-encoding'] !== undefined
}
