import { Prisma } from '../generated/prisma/client.js'
import { ask, type Connection, isConnection, type Queryable } from './ask.js'
import { inTransaction } from './transaction.js'

interface Turn {
  what: 'albums' | 'keys' | 'links' | 'passkeys' | 'people' | 'tags'
  userId: string
}

/**
 * Runs work that counts what a user has, and adds to it, in a transaction after that of all others who do so: a statement does not see what
 * another one adds at the same moment.
 */
export function inTurn<T>(
  queryable: Queryable,
  { what, userId }: Turn,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return inTurns(queryable, { what, userIds: [userId] }, work)
}

/** Runs such work on what several users have. A transaction that needs turns at several things takes tags first, then people, then albums. */
export async function inTurns<T>(
  queryable: Queryable,
  { what, userIds }: Pick<Turn, 'what'> & { userIds: string[] },
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  if (!isConnection(queryable)) {
    return inTransaction(queryable, (transaction) => inTurns(transaction, { what, userIds }, work))
  }
  // The order is the same for all, because two could deadlock otherwise.
  for (const userId of [...new Set(userIds)].sort()) {
    await ask(queryable, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${what} of ${userId}`}, 0))::text`)
  }
  return work(queryable)
}
