import { findUnusable, requireUsable, type Unusable } from '../answers/refusals.js'
import { lockStacks } from '../assets/metadata/lock-stacks.js'
import { type Connection, type Database, uuids } from '../database/ask.js'
import { inTransaction, withTimeFor } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Changes assets of a user in one transaction; `chosen` selects their ids. Throws `unusable_ids`, and writes nothing, unless all of
 * them are the user's, visible or in the trash. Nobody else changes them, or those of `alsoLock`, before the transaction ends.
 */
export function withOwnAssets(
  database: Database,
  { ownerId, ids, alsoLock = [], inStacks }: { ownerId: string; ids: string[]; alsoLock?: string[]; inStacks: boolean },
  change: (transaction: Connection, chosen: Prisma.Sql) => Promise<unknown>,
): Promise<void> {
  return inTransaction(database, (transaction) =>
    withTimeFor(transaction, ids, async () => {
      if (inStacks) await lockStacks(transaction, [ownerId], 'to change')
      requireUsable({ property: 'ids', ids, unusable: await lockOwnAssets(transaction, ownerId, ids, alsoLock) })
      await change(transaction, Prisma.sql`SELECT unnest(${uuids(ids)}::uuid[])`)
    }),
  )
}

/**
 * Locks assets, those in a stack with them, and those of `alsoLock`. The texts of a whole stack change together, so that two changes of
 * one stack would deadlock if either locked its assets one after the other. Returns the positions of ids that are not assets of the
 * owner, or are deleted for good; null when there are none.
 */
export async function lockOwnAssets(
  transaction: Connection,
  ownerId: string,
  ids: string[],
  alsoLock: string[] = [],
): Promise<Unusable | null> {
  await lockStacks(transaction, [ownerId], 'as they are')
  const locked = Prisma.sql`ids || ${uuids(alsoLock)}::uuid[]`
  return findUnusable(transaction, ids, {
    candidates: Prisma.sql`
      SELECT unnest(${locked}) FROM requested
      UNION
      SELECT member.id FROM requested, asset JOIN asset AS member ON member.stack_id = asset.stack_id
      WHERE asset.id = ANY (${locked})`,
    isUsable: Prisma.sql`
      owner_id = ${ownerId}::uuid AND is_visible AND removed_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
  })
}
