import { foldListChanges } from '../assets/list-version.js'
import { askOne } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { transact } from '../database/transact.js'
import { pruneEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { foldTagChanges } from '../tags/assets-of-tag.js'

/** The advisory lock of the process that tidies. It is held for one batch. */
const TIDYING = 1_414_087_753

/**
 * Adds up the changes of lists, and removes a batch of old events. Does nothing while another process does so. Returns whether there
 * is more to remove.
 */
export function tidyBatch(database: Database): Promise<boolean> {
  return transact(database, async (transaction) => {
    const { isMine } = await askOne<{ isMine: boolean }>(
      transaction,
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${TIDYING}::int) AS "isMine"`,
    )
    if (!isMine) return false
    await foldTagChanges(transaction)
    await foldListChanges(transaction)
    return pruneEvents(transaction)
  })
}
