import type { Context } from '../../context.js'
import type { Attempts } from './attempts.js'
import type { WakeSignal } from './wake-signal.js'

/** Runs a number of jobs of one name at once. */
export interface Pool {
  /** Claims no more jobs. Resolves when the running ones have ended. */
  stop(): Promise<void>
}

interface PoolOptions {
  attempts: Attempts
  concurrency: number
  wakeSignal: WakeSignal
  /** Whether jobs may be claimed. When that changes, the wake signal is sent. */
  mayClaim(): boolean
}

/** Starts to claim and run jobs, with a loop for each job that may run at once. */
export function openPool(
  { logger }: Pick<Context, 'logger'>,
  { attempts, concurrency, wakeSignal, mayClaim }: PoolOptions,
): Pool {
  let isStopping = false

  const claim = async () => {
    try {
      return mayClaim() ? await attempts.claim() : null
    } catch (error) {
      logger.warn({ err: error }, 'the worker could not claim jobs and will retry')
      return null
    }
  }

  const runAll = async () => {
    while (!isStopping) {
      // Jobs that are announced during the claim count, too.
      const woken = wakeSignal.next()
      const attempt = await claim()
      if (attempt === null) await woken
      else if (!isStopping) await attempts.run(attempt)
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, runAll))

  return {
    stop: async () => {
      isStopping = true
      wakeSignal.wake()
      await ended
    },
  }
}
