import { listen } from '../database/listen.js'
import { JOB_CHANNEL } from '../repositories/job/job-bell.js'

/** Signals when to look for jobs: new ones were announced, or waiting ones may have become due. */
export interface Bell {
  /** Resolves when it rings next. */
  next(): Promise<void>
  ring(): void
  close(): Promise<void>
}

/** Rings when jobs are announced, and every `pollMs`. */
export function openBell(url: string, pollMs: number): Bell {
  let wake = () => {}
  const wait = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  let next = wait()
  const ring = () => {
    wake()
    next = wait()
  }
  const listener = listen(url, JOB_CHANNEL, ring)
  const timer = setInterval(ring, pollMs)
  return {
    next: () => next,
    ring,
    close: async () => {
      clearInterval(timer)
      await listener.close()
    },
  }
}
