import { foldListVersions } from '../assets/asset-list.js'
import { foldFacetCounts } from '../assets/fold-facet-counts.js'
import { refreshStaleTexts } from '../assets/stale-texts.js'
import type { OpenContext } from '../context.js'
import { askOne, type Database, type Queryable } from '../database/ask.js'
import { transact } from '../database/transaction.js'
import { pruneEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { type Repeated, repeat } from '../process/repeat.js'

const INTERVAL_MS = 60_000

/** The advisory lock of the process that does maintenance. It is held for one batch. */
const TIDYING = 1_414_087_753

/**
 * Keeps the tables of events, list versions, counts and jobs small, in every process that serves or works: at once, and then once a minute. A
 * process does nothing while another one does it. `alsoDo` is called as often, in every process.
 */
export function startMaintenance(
  { database, logger }: Pick<OpenContext, 'database' | 'logger'>,
  alsoDo: (signal: AbortSignal) => Promise<void>,
): Repeated {
  let tidied: Tidied = { isFull: false, searchedTo: FIRST_ASSET }
  return repeat(async (signal) => {
    try {
      do tidied = await tidyBatch(database, tidied.searchedTo)
      while (tidied.isFull && !signal.aborted)
      await alsoDo(signal)
    } catch (error) {
      logger.warn(
        { err: error },
        'old events, list versions and jobs could not be removed; it is tried again in a minute',
      )
    }
  }, INTERVAL_MS)
}

/** The progress of a process. */
export interface Tidied {
  /** Whether there is more to remove at once. */
  isFull: boolean
  /** The asset up to which the queue was searched for jobs of deleted assets. */
  searchedTo: string
}

/**
 * Combines the versions of lists and the counts of places and cameras, writes a batch of stale texts, and removes a batch of old events, and of jobs of deleted assets, from
 * an asset on. Does nothing while another process does so.
 */
export function tidyBatch(database: Database, searchedTo: string): Promise<Tidied> {
  return transact(database, async (transaction) => {
    const { isMine } = await askOne<{ isMine: boolean }>(
      transaction,
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${TIDYING}::int) AS "isMine"`,
    )
    if (!isMine) return { isFull: false, searchedTo }
    await foldListVersions(transaction)
    await foldFacetCounts(transaction)
    const last = await removeOrphans(transaction, searchedTo)
    const hasStale = await refreshStaleTexts(transaction)
    return { isFull: (await pruneEvents(transaction)) || hasStale, searchedTo: last }
  })
}

/** The id before all assets. */
export const FIRST_ASSET = '00000000-0000-0000-0000-000000000000'

/** The number of assets whose jobs are looked at together. */
const AT_ONCE = 10_000

/**
 * Removes the jobs of deleted assets among those of the next assets after one. Returns the last of these assets, or `FIRST_ASSET` at
 * the end of the queue.
 */
async function removeOrphans(database: Queryable, after: string): Promise<string> {
  const { last } = await askOne<{ last: string | null }>(
    database,
    Prisma.sql`
      WITH part AS MATERIALIZED (
        SELECT DISTINCT asset_id FROM asset_job WHERE asset_id > ${after}::uuid ORDER BY asset_id LIMIT ${AT_ONCE}::int
      ), removed AS (
        DELETE FROM asset_job
        WHERE asset_id IN (SELECT asset_id FROM part WHERE NOT EXISTS (SELECT FROM asset WHERE id = asset_id))
      )
      SELECT (SELECT asset_id FROM part ORDER BY asset_id DESC LIMIT 1) AS last`,
  )
  return last ?? FIRST_ASSET
}
