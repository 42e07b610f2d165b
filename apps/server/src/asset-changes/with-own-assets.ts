import { requireUsable, type Unusable, unusableInput } from '../answers/refusals.js'
import { askOne, type Connection, type Database, uuids } from '../database/ask.js'
import { inTransaction, withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Changes assets of a user in one transaction; `chosen` selects their ids. Throws `unusable_ids`, and writes nothing, unless all of
 * them are the user's, listed or in the trash. Nobody else changes them, or those of `alsoLock`, before the transaction ends.
 */
export function withOwnAssets(
  database: Database,
  { ownerId, ids, alsoLock = [] }: { ownerId: string; ids: string[]; alsoLock?: string[] },
  change: (transaction: Connection, chosen: Prisma.Sql) => Promise<unknown>,
): Promise<void> {
  return inTransaction(database, (transaction) =>
    withTimeFor(transaction, ids, async () => {
      requireUsable({ property: 'ids', ids, unusable: await lockOwnAssets(transaction, ownerId, ids, alsoLock) })
      await change(transaction, Prisma.sql`SELECT unnest(${uuids(ids)}::uuid[])`)
    }),
  )
}

/**
 * Locks assets, and those in a stack with them, whose texts change with theirs: who locked them later would deadlock with another
 * change of the stack. Returns where ids are not assets of the owner, or of what is deleted for good; null when there are none.
 */
export async function lockOwnAssets(
  transaction: Connection,
  ownerId: string,
  ids: string[],
  alsoLock: string[] = [],
): Promise<Unusable | null> {
  const also = Prisma.sql`${uuids(alsoLock)}::uuid[]`
  const { unusable } = await askOne<{ unusable: Unusable | null }>(
    transaction,
    Prisma.sql`
      WITH requested AS MATERIALIZED (
        SELECT ${uuids(ids)}::uuid[] AS ids
      ), locked AS MATERIALIZED (
        SELECT id FROM asset
        WHERE id = ANY (ARRAY (
            SELECT unnest(ids || ${also}) FROM requested
            UNION
            SELECT member.id FROM requested, asset JOIN asset AS member ON member.stack_id = asset.stack_id
            WHERE asset.id = ANY (ids || ${also})
          ))
          AND owner_id = ${ownerId}::uuid AND is_visible AND removed_at IS NULL
        ORDER BY id FOR NO KEY UPDATE
      ), unusable AS MATERIALIZED (
        SELECT unnest(ids) AS id FROM requested EXCEPT SELECT id FROM locked
      )
      SELECT ${unusableInput} AS unusable`,
  )
  return unusable
}
