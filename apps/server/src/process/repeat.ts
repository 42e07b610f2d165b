import { setTimeout as sleep } from 'node:timers/promises'

/** Work that is done again and again. */
export interface Repeated {
  /** Waits for the work that is running. */
  stop(): Promise<void>
}

/** Does work at once, and again so many milliseconds after each end. The signal aborts when it is to stop. The work never throws. */
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
