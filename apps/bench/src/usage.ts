import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const TICK_MS = 10

/** Milliseconds of CPU that a process has used so far, with all that it has started; null on systems that do not tell. */
export async function cpuOf(pid: number): Promise<number | null> {
  const stat = await readStat(pid)
  if (!stat) return null
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const stats = await Promise.all(children.map((child) => readStat(Number(child))))
  return TICK_MS * (ticks(stat, 11, 12, 13, 14) + stats.reduce((sum, each) => sum + ticks(each, 11, 12), 0))
}

/** The same of a cluster. */
export async function cpuOfDatabase(dataDir: string): Promise<number | null> {
  return cpuOf(Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10))
}

/** Megabytes that a process holds in memory, and the most that it ever held; null on systems that do not tell. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (!status) return null
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** The numbers of `/proc/<pid>/stat` after the name, from the state on; null where there is no such thing. */
async function readStat(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null
}

function ticks(stat: string[] | null, ...positions: number[]) {
  return positions.reduce((sum, position) => sum + Number(stat?.[position] ?? 0), 0)
}
