import { listen } from '../../database/notices.js'
import { JOB_CHANNEL } from '../queue/job-announcement.js'

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
