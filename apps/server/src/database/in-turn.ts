import { Prisma } from '../generated/prisma/client.js'
import { ask, type Connection, isConnection, type Queryable } from './ask.js'
import { inTransaction } from './transaction.js'

/**
 * Runs work that counts what a user has, and adds to it, in a transaction after that of all others who do so: a statement does not see what
 * another one adds at the same moment.
 */
export async function inTurn<T>(
  queryable: Queryable,
  { what, userId }: { what: 'albums' | 'keys' | 'links' | 'passkeys'; userId: string },
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  if (!isConnection(queryable))
    return inTransaction(queryable, (transaction) => inTurn(transaction, { what, userId }, work))
  await ask(queryable, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${what} of ${userId}`}, 0))::text`)
  return work(queryable)
}
