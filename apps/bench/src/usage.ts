import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const TICK_MS = 10

/**
 * Returns the milliseconds of CPU that a process and its children have used so far; null when the system does not tell.
 */
export async function readCpuMs(pid: number): Promise<number | null> {
  const stat = await readStat(pid)
  if (!stat) return null
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const stats = await Promise.all(children.map((child) => readStat(Number(child))))
  return TICK_MS * (ticks(stat, 11, 12, 13, 14) + stats.reduce((sum, each) => sum + ticks(each, 11, 12), 0))
}

/** Returns the milliseconds of CPU of a cluster. */
export async function readDatabaseCpuMs(dataDir: string): Promise<number | null> {
  return readCpuMs(await readDatabasePid(dataDir))
}

/** Returns the id of the first process of a cluster. */
export async function readDatabasePid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** A watch of the memory of processes and their children. */
interface MemoryWatch {
  add(pid: number): void
  stop(): void
  /**
   * Returns the maximum number of megabytes that all held at one time, with shared memory counted once; null when the system does not tell.
   */
  peak(): number | null
}

const SAMPLE_MS = 200

/** Samples the memory of process trees until it is stopped. */
export function watchMemory(pids: number[]): MemoryWatch {
  const roots = [...pids]
  let most: number | null = null
  const sample = async () => {
    const held = await Promise.all(roots.map(readTreeMemory))
    const sum = held.reduce((total, each) => total + each, 0)
    if (sum > 0) most = Math.max(most ?? 0, sum)
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  return { add: (pid) => void roots.push(pid), stop: () => clearInterval(timer), peak: () => most }
}

/**
 * Returns the memory of a process tree. A page that several processes share counts as a part in each. A process that has ended counts
 * nothing.
 */
async function readTreeMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const own = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const held = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => readTreeMemory(Number(child))),
  )
  return held.reduce((total, each) => total + each, own)
}

/** Returns the megabytes that a process holds in memory, and its maximum; null when the system does not tell. */
export async function readMemory(pid: number): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (!status) return null
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Reads the fields of `/proc/<pid>/stat` after the name, from the state on; null when the file does not exist. */
async function readStat(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null
}

function ticks(stat: string[] | null, ...positions: number[]) {
  return positions.reduce((sum, position) => sum + Number(stat?.[position] ?? 0), 0)
}
