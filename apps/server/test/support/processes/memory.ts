import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { until } from '../until.js'
import type { ServeProcess } from './serve-process.js'

/** The environment of a process whose memory `readMemory` can read. */
export const withMemory = { NODE_OPTIONS: `--import=${new URL('memory-program.ts', import.meta.url)}` }

/** Collects the garbage of a process, and returns the bytes that it uses then. */
export async function readMemory({ child, errors }: ServeProcess): Promise<NodeJS.MemoryUsage> {
  const answers = () => [...errors().matchAll(/^memory (.*)\n/gm)]
  const before = answers().length
  child.kill('SIGUSR2')
  const [, text = ''] = await until(() => answers()[before])
  return JSON.parse(text)
}

/** Watches a process; what it returns ends that, and gives how many megabytes it grew by at most. Linux only. */
export async function watchMemory(pid: number): Promise<() => number> {
  const idle = await readProcessMemory(pid)
  let most = idle
  const timer = setInterval(async () => {
    most = Math.max(most, await readProcessMemory(pid).catch(() => 0))
  }, 50)
  onTestFinished(() => clearInterval(timer))
  return () => {
    clearInterval(timer)
    return most - idle
  }
}

async function readProcessMemory(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
