import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'

/**
 * Locks the stacks of owners, before any of their assets. A change that waited for an asset would otherwise find others in its stack
 * than it has locked, and what stacks found files would take an asset from a stack that was made meanwhile.
 */
export async function lockStacks(
  transaction: Queryable,
  ownerIds: string[],
  how: 'to change' | 'as they are',
): Promise<void> {
  const lock = how === 'to change' ? Prisma.sql`pg_advisory_xact_lock` : Prisma.sql`pg_advisory_xact_lock_shared`
  await ask(
    transaction,
    Prisma.sql`
      SELECT ${lock}(hashtextextended('stacks of ' || owner_id, 0))::text
      FROM (SELECT DISTINCT owner_id FROM unnest(${ownerIds}::uuid[]) AS given (owner_id) ORDER BY owner_id) AS owners`,
  )
}
