import type { Request, Response } from 'express'
import { failureOf } from '../database/failure.js'
import type { Replica } from '../database/servers/replica.js'
import { routeOf } from './route.js'

type Work = (asked: { req: Request; res: Response }) => Promise<unknown>

/** What only reads albums, assets, tags and users. Keys and sessions are always looked up in the database itself. */
const READS = /^(album|asset|tag|user)\.read$/

/**
 * Lets handlers of a replica answer what only reads, as long as the replica shows everything that was committed when the request
 * came. Otherwise, or when the replica fails before the response begins, the handlers of the database answer.
 */
export function readFromReplica<Routes extends object>(routes: Routes, ofReplica: Routes, replica: Replica): Routes {
  const byName = ofReplica as Record<string, Work>
  const choose =
    (name: string, work: Work): Work =>
    async (asked) => {
      if (!isRead(asked.req) || !(await replica.isCurrent())) return work(asked)
      try {
        return await (byName[name] as Work)(asked)
      } catch (error) {
        if (failureOf(error) === null || asked.res.headersSent) throw error
        replica.distrust(error)
        return work(asked)
      }
    }
  return Object.fromEntries(Object.entries(routes).map(([name, work]) => [name, choose(name, work)])) as Routes
}

function isRead(request: Request) {
  const route = routeOf(request)
  return route?.method === 'GET' && READS.test(route.metadata.permission ?? '')
}
