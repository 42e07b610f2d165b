import { foldListVersions } from '../assets/list-version.js'
import { askOne } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { transact } from '../database/transact.js'
import { pruneEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { removeOrphans } from './queue/orphans.js'

/** The advisory lock of the process that tidies. It is held for one batch. */
const TIDYING = 1_414_087_753

/** How far a process has tidied. */
export interface Tidied {
  /** Whether there is more to remove at once. */
  isFull: boolean
  /** The asset up to which the queue was searched for jobs whose asset is gone. */
  searchedTo: string
}

/**
 * Folds the versions of lists, and removes a batch of old events, and of jobs whose asset is gone, from an asset on. Does nothing
 * while another process does so.
 */
export function tidyBatch(database: Database, searchedTo: string): Promise<Tidied> {
  return transact(database, async (transaction) => {
    const { isMine } = await askOne<{ isMine: boolean }>(
      transaction,
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${TIDYING}::int) AS "isMine"`,
    )
    if (!isMine) return { isFull: false, searchedTo }
    await foldListVersions(transaction)
    const last = await removeOrphans(transaction, searchedTo)
    return { isFull: await pruneEvents(transaction), searchedTo: last }
  })
}
