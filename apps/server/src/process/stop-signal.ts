import { abandonAll } from '@media-library/embedded-postgres'
import { exitCodeOf, type StopSignal, stopSignals } from './interrupted.js'
import { npxEnded } from './npx.js'

/** A terminal or service manager signals every process of a group, and npx and pnpm forward their signals. */
const SAME_STOP_MS = 2_000

/**
 * Resolves with the first stop signal; the end of npx counts as SIGTERM. Signals within the next 2 s belong to the same stop.
 * A later one ends the process at once, but still tells the embedded database to stop.
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
    void npxEnded().then(() => {
      if (stoppedAt === null) stop('SIGTERM')
    })
  })
}

/** Ends the process within a second, even when something hangs, such as a database connection or a mount. */
export function endSoon(): void {
  void setTimeout(() => process.exit(), 1_000).unref()
}
