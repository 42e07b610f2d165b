import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenContext } from '../context.js'
import { ask } from '../database/ask.js'
import type { Database } from '../database/connect.js'
import { transact } from '../database/transact.js'
import { Prisma } from '../generated/prisma/client.js'
import { foldListChanges } from '../repositories/asset/list-version.js'
import { pruneEvents } from '../repositories/event/event.js'
import { foldTagChanges } from '../repositories/tag/tag-assets.js'

/** The advisory lock of the process that tidies. It is held for one batch. */
const TIDYING = 1_414_087_753

/** Keeps the tables of events and of list changes small, in every process that serves or works. */
export interface Maintenance {
  /** Waits for the batch that is running. */
  stop(): Promise<void>
}

/** Starts to tidy: at once, and then every `everyMs` milliseconds. A process leaves it to another one that is tidying. */
export function startMaintenance(
  { database, logger }: Pick<OpenContext, 'database' | 'logger'>,
  everyMs = 60_000,
): Maintenance {
  const stopping = new AbortController()

  const tidying = (async () => {
    while (!stopping.signal.aborted) {
      try {
        while ((await tidyBatch(database)) && !stopping.signal.aborted);
      } catch (error) {
        logger.warn({ err: error }, 'old events and list changes could not be removed; it is tried again in a minute')
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await tidying
    },
  }
}

/** Returns whether there is more to remove. */
function tidyBatch(database: Database): Promise<boolean> {
  return transact(database, async (transaction) => {
    const [lock] = await ask<{ isMine: boolean }>(
      transaction,
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${TIDYING}::int) AS "isMine"`,
    )
    if (!lock?.isMine) return false
    await foldTagChanges(transaction)
    await foldListChanges(transaction)
    return pruneEvents(transaction)
  })
}
