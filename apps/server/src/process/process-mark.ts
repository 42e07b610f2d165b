import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const PARTS = 4

/**
 * Returns a text that identifies this process, so that another process of the same machine can tell whether it still runs: the machine with
 * its boot and its namespace of process ids, the id, and the time of its start.
 */
export function readProcessMark(): string {
  return [
    readPidNamespace(),
    process.pid,
    readStart(process.pid) ?? 'unknown',
    hostname().replaceAll(/[^\w.-]/g, '-'),
  ].join('~')
}

/** Returns whether the process of a mark has ended; null when only its machine can tell. */
export function hasEnded(mark: string): boolean | null {
  const [place, pid, start] = mark.split('~')
  if (mark.split('~').length < PARTS || place !== readPidNamespace() || place.startsWith('unknown')) return null
  return readStart(Number(pid)) !== start
}

/** Identifies the namespace of process ids. Each container has its own. */
function readPidNamespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}.${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return `unknown.${process.platform}`
  }
}

/** Returns the start of a process in ticks since the boot; null when there is no such process. */
function readStart(pid: number): string | null {
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
