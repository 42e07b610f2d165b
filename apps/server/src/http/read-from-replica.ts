import type { ServerContext } from '../context.js'
import { findFailure } from '../database/failure.js'
import type { Replica } from '../database/servers/replica.js'
import type { Route } from './route.js'

/**
 * The permissions to read albums, assets, tags and users. Keys and sessions are always looked up in the database itself.
 */
const READS = /^(album|asset|tag|user)\.read$/

/** Returns whether a replica can answer the requests of a route. */
export function isRead({ method, metadata }: Route): boolean {
  return method === 'GET' && READS.test(metadata.permission ?? '')
}

/**
 * Answers from the replica, as long as it has everything that was committed when the request arrived. Otherwise, or when it fails
 * before the response begins, the database answers.
 */
export async function readFromReplica<Answer>(
  replica: Replica,
  { context, response }: { context: ServerContext; response: { headersSent: boolean } },
  answer: (context: ServerContext) => Promise<Answer>,
): Promise<Answer> {
  if (!(await replica.isCurrent())) return answer(context)
  try {
    return await answer({ ...context, database: replica.database })
  } catch (error) {
    if (findFailure(error) === null || response.headersSent) throw error
    replica.distrust(error)
    return answer(context)
  }
}
