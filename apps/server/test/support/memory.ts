import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

const memoryOf = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Watches a process; what it returns ends that, and gives how many megabytes it grew by at most. Linux only. */
export const watchMemory = async (pid: number): Promise<() => number> => {
  const idle = await memoryOf(pid)
  let most = idle
  const timer = setInterval(async () => {
    most = Math.max(most, await memoryOf(pid).catch(() => 0))
  }, 50)
  onTestFinished(() => clearInterval(timer))
  return () => {
    clearInterval(timer)
    return most - idle
  }
}
