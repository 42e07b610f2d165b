import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const PARTS = 4

/**
 * Names this process such that another process of the same machine can tell whether it still runs: the machine with its boot and
 * its space of process ids, the id, and when it started.
 */
export function markOfProcess(): string {
  return [
    placeOfProcesses(),
    process.pid,
    startOf(process.pid) ?? 'unknown',
    hostname().replaceAll(/[^\w.-]/g, '-'),
  ].join('~')
}

/** Whether the process of a mark has ended; null when only its machine knows. */
export function hasEnded(mark: string): boolean | null {
  const [place, pid, start] = mark.split('~')
  if (mark.split('~').length < PARTS || place !== placeOfProcesses() || place.startsWith('unknown')) return null
  return startOf(Number(pid)) !== start
}

/** Where process ids mean the same processes. Containers have spaces of their own. */
function placeOfProcesses(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}.${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return `unknown.${process.platform}`
  }
}

/** When a process started, in ticks since the boot; null when there is none. */
function startOf(pid: number): string | null {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? null
  } catch {
    return null
  }
}
