import { setTimeout as sleep } from 'node:timers/promises'
import { foldListChanges } from '../assets/list-version.js'
import { purge } from '../assets/trash/purge.js'
import type { OpenContext } from '../context.js'
import { askOne } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { transact } from '../database/transact.js'
import { pruneEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { foldTagChanges } from '../tags/assets-of-tag.js'

/** Keeps the tables of events and of list changes small, and empties the trash, in every process that serves or works. */
export interface Maintenance {
  /** Waits for the batch that is running. */
  stop(): Promise<void>
}

const INTERVAL_MS = 60_000

/** The advisory lock of the process that tidies. It is held for one batch. */
const TIDYING = 1_414_087_753

/** Starts to tidy: at once, and then once a minute. A process leaves it to another one that is tidying. */
export function startMaintenance({ config, database, logger, openDerived }: OpenContext): Maintenance {
  const stopping = new AbortController()

  const tidying = (async () => {
    while (!stopping.signal.aborted) {
      try {
        while ((await tidyBatch(database)) && !stopping.signal.aborted);
        await purge({ config, database, derived: await openDerived(), logger })
      } catch (error) {
        logger.warn({ err: error }, 'old events and list changes could not be removed; it is tried again in a minute')
      }
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await tidying
    },
  }
}

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
