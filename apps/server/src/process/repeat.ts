import { setTimeout as sleep } from 'node:timers/promises'

/** Repeated work. */
export interface Repeated {
  /** Stops the repetition, and waits for the work that is running. */
  stop(): Promise<void>
}

/**
 * Does work at once, and again after a pause of that many milliseconds. The signal aborts when the work is to stop. The work never throws.
 */
export function repeat(work: (signal: AbortSignal) => Promise<void>, pauseMs: number): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await work(signal)
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
