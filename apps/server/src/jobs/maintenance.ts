import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenContext } from '../context.js'
import { FIRST_ASSET } from './queue/orphans.js'
import { type Tidied, tidyBatch } from './tidy.js'

/** Keeps the tables of events, list versions and jobs small, in every process that serves or works. */
export interface Maintenance {
  /** Waits for the batch that is running. */
  stop(): Promise<void>
}

const INTERVAL_MS = 60_000

/** Starts to tidy: at once, and then once a minute. A process leaves it to another one that is tidying. */
export function startMaintenance({ database, logger }: Pick<OpenContext, 'database' | 'logger'>): Maintenance {
  const stopping = new AbortController()
  let tidied: Tidied = { isFull: false, searchedTo: FIRST_ASSET }

  const tidying = (async () => {
    while (!stopping.signal.aborted) {
      try {
        do tidied = await tidyBatch(database, tidied.searchedTo)
        while (tidied.isFull && !stopping.signal.aborted)
      } catch (error) {
        logger.warn(
          { err: error },
          'old events, list versions and jobs could not be removed; it is tried again in a minute',
        )
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
