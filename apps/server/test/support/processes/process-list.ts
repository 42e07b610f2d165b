import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the ids of processes that `parent` started, and whose command lines contain `text`. Ended processes are left out. */
export async function listChildren(parent: number | undefined, text: string): Promise<number[]> {
  const listing = promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='])
  const { stdout } = await listing
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return lines
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes(text))
    .map(([pid]) => Number(pid))
    .filter((pid) => pid !== listing.child.pid)
}

/** Returns whether a process runs; one that has ended, and that nobody asked after yet, does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,stat='])
  const states = new Map(stdout.split('\n').map((line) => line.trim().split(/\s+/) as [string, string]))
  return !(states.get(String(pid)) ?? 'Z').startsWith('Z')
}

/**
 * Suspends a process, and all that it started. It is suspended first: then it starts no other, and those that end meanwhile stay
 * in the list until it goes on.
 */
export async function suspendFamily(parent: number): Promise<void> {
  process.kill(parent, 'SIGSTOP')
  for (const pid of await listChildren(parent, '')) process.kill(pid, 'SIGSTOP')
}

/** Lets them go on, the process itself last. */
export async function resumeFamily(parent: number): Promise<void> {
  for (const pid of await listChildren(parent, '')) process.kill(pid, 'SIGCONT')
  process.kill(parent, 'SIGCONT')
}
