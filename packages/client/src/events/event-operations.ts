import type { AssetJob } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { ListenOptions, ReceivedEvent } from './listen.js'
import type { WaitOptions } from './wait-for-jobs.js'

export interface EventOperations {
  /**
   * Yields changes while they happen: `for await (const event of client.listenToEvents({ signal }))`. It reconnects by
   * itself and skips no event: `reset` means that too much time has passed, and that everything must be read again. An
   * event may arrive twice.
   */
  listenToEvents(options?: ListenOptions): AsyncGenerator<ReceivedEvent, never>
  /**
   * Resolves to the records of the jobs of these assets when all of them have ended, whether they succeeded or not. An asset
   * without such a job counts as ended.
   */
  waitForJobs(assetIds: string[], options?: WaitOptions): Promise<AssetJob[]>
}

/** Creates the operations around events. Their code is loaded when they are first called. */
export function eventOperations(calls: Calls): EventOperations {
  return {
    async *listenToEvents(options) {
      const { listen } = await import('./listen.js')
      return yield* listen(calls, options)
    },
    waitForJobs: async (assetIds, options) => {
      const { waitForJobs } = await import('./wait-for-jobs.js')
      return waitForJobs(calls, assetIds, options)
    },
  }
}
