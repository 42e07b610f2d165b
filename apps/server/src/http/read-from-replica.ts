import { api, type RouteMetadata } from '@media-library/contract'
import type { Response } from 'express'
import { failureOf } from '../database/failure.js'
import type { Replica } from '../database/servers/replica.js'
import type { Handlers } from './handlers.js'
import type { Operation } from './route.js'

type Work = (asked: { res: Response }) => Promise<unknown>

/** What only reads albums, assets, tags and users. Keys and sessions are always looked up in the database itself. */
const READS = /^(album|asset|tag|user)\.read$/

/**
 * Lets handlers of a replica answer what only reads, as long as the replica shows everything that was committed when the request
 * came. Otherwise, or when the replica fails before the response begins, the handlers of the database answer.
 */
export function readFromReplica(handlers: Handlers, ofReplica: Handlers, replica: Replica): Handlers {
  const choose =
    (work: Work, onReplica: Work): Work =>
    async (asked) => {
      if (!(await replica.isCurrent())) return work(asked)
      try {
        return await onReplica(asked)
      } catch (error) {
        if (failureOf(error) === null || asked.res.headersSent) throw error
        replica.distrust(error)
        return work(asked)
      }
    }
  const names = Object.keys(handlers) as Operation[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      isRead(name) ? choose(handlers[name] as unknown as Work, ofReplica[name] as unknown as Work) : handlers[name],
    ]),
  ) as unknown as Handlers
}

function isRead(operation: Operation) {
  const { method, metadata } = api[operation]
  return method === 'GET' && READS.test((metadata as RouteMetadata).permission ?? '')
}
