import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/** Watches a process; what it returns ends that, and gives how many megabytes it grew by at most. Linux only. */
export async function watchMemory(pid: number): Promise<() => number> {
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

async function memoryOf(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
