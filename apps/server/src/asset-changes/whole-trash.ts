import { isInTrash } from '../assets/asset.js'
import { askOne } from '../database/ask.js'
import type { Database, Queryable } from '../database/connect.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'

/** A step that takes more would exceed the time limit of a statement on a slow and busy machine. */
const AT_ONCE = 2_000

/** Does something with all that is in the trash of a user now, a step at a time. What comes into it meanwhile stays. */
export async function withWholeTrash(
  database: Database,
  ownerId: string,
  change: (queryable: Queryable, chosen: Prisma.Sql) => Promise<number>,
): Promise<void> {
  const { now } = await askOne<{ now: Date }>(database, Prisma.sql`SELECT clock_timestamp() AS now`)
  const chosen = Prisma.sql`
    SELECT id FROM asset
    WHERE owner_id = ${ownerId}::uuid AND ${isInTrash} AND deleted_at <= ${now}
    ORDER BY id LIMIT ${AT_ONCE}
    FOR NO KEY UPDATE`
  for (let changed = AT_ONCE; changed > 0; ) {
    changed = await inStatement(database, (queryable) => change(queryable, chosen))
    void announceEvents(database)
  }
}
