import { setTimeout as sleep } from 'node:timers/promises'
import { purge } from '../assets/trash/purge.js'
import type { OpenContext } from '../context.js'
import { openDerivedFiles } from '../storage/derived-files.js'
import { tidyBatch } from './tidy.js'

/** Keeps the tables of events and of list changes small, and empties the trash, in every process that serves or works. */
export interface Maintenance {
  /** Waits for the batch that is running. */
  stop(): Promise<void>
}

const INTERVAL_MS = 60_000

/** Starts to tidy: at once, and then once a minute. A process leaves it to another one that is tidying. */
export function startMaintenance({
  config,
  database,
  logger,
}: Pick<OpenContext, 'config' | 'database' | 'logger'>): Maintenance {
  const stopping = new AbortController()

  const tidying = (async () => {
    const derived = await openDerivedFiles(config)
    while (!stopping.signal.aborted) {
      try {
        while ((await tidyBatch(database)) && !stopping.signal.aborted);
      } catch (error) {
        logger.warn({ err: error }, 'old events and list changes could not be removed; it is tried again in a minute')
      }
      await purge({ config, database, derived, logger })
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    derived.close()
  })()

  return {
    stop: async () => {
      stopping.abort()
      await tidying
    },
  }
}
