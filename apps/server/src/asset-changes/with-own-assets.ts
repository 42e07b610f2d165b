import { findUnusable, requireUsable, type Unusable } from '../answers/refusals.js'
import { type Connection, type Database, uuids } from '../database/ask.js'
import { inTransaction, withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Changes assets of a user in one transaction; `chosen` selects their ids. Throws `unusable_ids`, and writes nothing, unless all of
 * them are the user's, listed or in the trash. Nobody else changes them before the transaction ends.
 */
export function withOwnAssets(
  database: Database,
  { ownerId, ids }: { ownerId: string; ids: string[] },
  change: (transaction: Connection, chosen: Prisma.Sql) => Promise<unknown>,
): Promise<void> {
  return inTransaction(database, (transaction) =>
    withTimeFor(transaction, ids, async () => {
      requireUsable({ property: 'ids', ids, unusable: await lockOwnAssets(transaction, ownerId, ids) })
      await change(transaction, Prisma.sql`SELECT unnest(${uuids(ids)}::uuid[])`)
    }),
  )
}

/** Locks assets. Returns where ids are not assets of the owner, or of what is deleted for good; null when there are none. */
export function lockOwnAssets(transaction: Connection, ownerId: string, ids: string[]): Promise<Unusable | null> {
  const isOwn = Prisma.sql`owner_id = ${ownerId}::uuid AND is_visible AND removed_at IS NULL`
  return findUnusable(transaction, ids, Prisma.sql`${isOwn} ORDER BY id FOR NO KEY UPDATE`)
}
