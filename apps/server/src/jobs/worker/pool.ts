import type { Context } from '../../context.js'
import { listen } from '../../database/notices.js'
import type { Lane } from '../queue/claim-jobs.js'
import { JOB_CHANNEL } from '../queue/enqueue-jobs.js'
import type { Attempts } from './run-attempts.js'

/** Runs a number of jobs of one name and lane at once. */
export interface Pool {
  /** Claims no more jobs. Resolves when the running ones have ended. */
  stop(): Promise<void>
}

interface PoolOptions {
  attempts: Attempts
  lane: Lane
  concurrency: number
  wakeSignal: WakeSignal
}

/** Starts to claim and run jobs, with a loop for each job that may run at once. */
export function openPool(
  { logger }: Pick<Context, 'logger'>,
  { attempts, lane, concurrency, wakeSignal }: PoolOptions,
): Pool {
  let isStopping = false

  const claim = async () => {
    try {
      return await attempts.claim(lane)
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

/** Signals when to look for jobs: new ones were announced, or waiting ones may have become due. */
export interface WakeSignal {
  /** Resolves at the next signal. */
  next(): Promise<void>
  wake(): void
  close(): Promise<void>
}

/** Signals when jobs are announced, and every `pollMs`. */
export function openWakeSignal(url: string, pollMs: number): WakeSignal {
  let resolveNext = () => {}
  const wait = () =>
    new Promise<void>((resolve) => {
      resolveNext = resolve
    })
  let next = wait()
  const wake = () => {
    resolveNext()
    next = wait()
  }
  const listener = listen(url, JOB_CHANNEL, wake)
  const timer = setInterval(wake, pollMs)
  return {
    next: () => next,
    wake,
    close: async () => {
      clearInterval(timer)
      await listener.close()
    },
  }
}
