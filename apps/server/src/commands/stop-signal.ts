import { constants } from 'node:os'
import { abandonAll } from '../database/abandon.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type Signal = (typeof signals)[number]

/** The exit codes that shells expect of a program that a signal ended. */
export const exitCodeOf = (signal: Signal): number => 128 + constants.signals[signal]

/** A terminal or service manager signals every process of a group, and npx and pnpm pass their signal on. */
const SAME_STOP_MS = 2_000

/**
 * Resolves at the first signal to stop, with which. Those within the next 2 s are the same stop; a later one is impatience,
 * and ends the process at once. Even then the embedded database is told to stop.
 */
export const stopSignal = (): Promise<Signal> =>
  new Promise((resolve) => {
    let stoppedAt: number | null = null
    const stop = (signal: Signal) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now()
        resolve(signal)
      } else if (performance.now() - stoppedAt > SAME_STOP_MS) {
        void abandonAll().finally(() => process.exit(exitCodeOf(signal)))
      }
    }
    for (const signal of signals) process.on(signal, stop)
  })

/** Ends the process within a second, even when something hangs, such as a database or a mount. */
export const endSoon = (): void => void setTimeout(() => process.exit(), 1_000).unref()
