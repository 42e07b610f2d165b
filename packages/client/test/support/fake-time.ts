import { onTestFinished, vi } from 'vitest'

/** Makes the timers of the client wait for `vi.advanceTimersByTimeAsync`, until the test ends. */
export function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}
