import type { Context } from '../context.js'
import type { Attempts } from './attempts.js'
import type { Bell } from './bell.js'

/** A number of jobs at once, of one name. */
export interface Pool {
  /** Takes no more jobs; resolves when those that run have ended. */
  stop(): Promise<void>
}

interface PoolOptions {
  attempts: Attempts
  concurrency: number
  bell: Bell
  /** Whether jobs may be claimed yet; the bell rings when they may. */
  mayClaim(): boolean
}

/** Starts to claim jobs and to run them: as many loops as there may run at once. */
export function openPool(
  { logger }: Pick<Context, 'logger'>,
  { attempts, concurrency, bell, mayClaim }: PoolOptions,
): Pool {
  let isStopping = false

  const claim = async () => {
    try {
      return mayClaim() ? await attempts.claim() : null
    } catch (error) {
      logger.warn({ err: error }, 'the worker could not claim jobs, and will try again')
      return null
    }
  }

  const runAll = async () => {
    while (!isStopping) {
      // What is announced while the claim is under way counts, too.
      const rung = bell.next()
      const attempt = await claim()
      if (attempt === null) await rung
      else if (!isStopping) await attempts.run(attempt)
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, runAll))

  return {
    stop: async () => {
      isStopping = true
      bell.ring()
      await ended
    },
  }
}
