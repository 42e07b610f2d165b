import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Limits the bytes of data that a process may have, in memory or reserved: a further allocation fails, whatever a file announces. Works
 * on Linux; elsewhere, and without the program `prlimit`, nothing happens.
 */
export async function limitMemory(pid: number | undefined, bytes: number): Promise<void> {
  if (pid === undefined || process.platform !== 'linux') return
  await new Promise<void>((resolve) => {
    execFile('prlimit', [`--pid=${pid}`, `--data=${Math.floor(bytes)}`], () => resolve())
  })
}

/**
 * Returns the bytes that this process has or reserved, by the same measure; Node reserves hundreds of MB that it never uses. 0 when
 * unknown.
 */
export function readOwnData(): number {
  try {
    return 1_024 * Number(/^VmData:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
