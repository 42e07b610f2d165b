import { abandonAll } from '../postgres/abandon.js'
import { exitCodeOf, type StopSignal, stopSignals } from './interrupted.js'

/** A terminal or service manager signals every process of a group, and npx and pnpm pass their signal on. */
const SAME_STOP_MS = 2_000

/**
 * Resolves at the first signal to stop, with which. Those within the next 2 s are the same stop; a later one is impatience,
 * and ends the process at once. Even then the embedded database is told to stop.
 */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null
    const stop = (signal: StopSignal) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now()
        resolve(signal)
      } else if (performance.now() - stoppedAt > SAME_STOP_MS) {
        void abandonAll().finally(() => process.exit(exitCodeOf(signal)))
      }
    }
    for (const signal of stopSignals) process.on(signal, stop)
  })
}

/** Ends the process within a second, even when something hangs, such as a database or a mount. */
export function endSoon(): void {
  void setTimeout(() => process.exit(), 1_000).unref()
}
