import { readFileSync } from 'node:fs'
import { BusyFault, TimeFault } from '../errors.js'

/** A measure of time in milliseconds. */
export interface Clock {
  /**
   * Returns the processor time of a process, which does not depend on what else the machine does; when it is unknown, the time that
   * passed.
   */
  spent(): number
  passed(): number
}

/**
 * Starts to measure a process, which may be another one later, or none. Its time is that of one of so many `processors`.
 */
export function startClock(findProcess: () => number | undefined = () => undefined, processors = 1): Clock {
  const startedAt = performance.now()
  const first = findProcess()
  const before = readProcessorTime(first)
  const passed = () => performance.now() - startedAt
  return {
    passed,
    spent: () => {
      const current = findProcess()
      const time = readProcessorTime(current)
      if (time === null) return passed()
      return (current === first ? time - (before ?? 0) : time) / processors
    },
  }
}

/** The milliseconds of a tick in the statistics of Linux. */
const TICK_MS = 10
/** The fields of its own time, and of that of its ended children. */
const [FIRST_TIME, BEHIND_TIMES] = [11, 15]

/** Reads the time of a process and its children; null when it is unknown, as on systems other than Linux. */
function readProcessorTime(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(FIRST_TIME, BEHIND_TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
    return listChildren(pid).reduce((sum, child) => sum + (readProcessorTime(child) ?? 0), own)
  } catch {
    return null
  }
}

/** Reads the time of its first thread, which is the only one of a sandbox. */
function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').slice(0, -1).map(Number)
  } catch {
    // Few systems do not tell.
    return []
  }
}

const LOOK_MS = 100

/** The factor by which the passed time may exceed the allowed processor time, on a busy machine. */
const BUSY = 5

/** Returns whether a process has used more milliseconds than allowed. */
export function isOver(clock: Clock, milliseconds: number): boolean {
  return clock.spent() > milliseconds || clock.passed() > BUSY * milliseconds
}

/** Returns the fault of a process that is over its milliseconds. `remedy` is for the owner of the file. */
export function toTimeFault(
  clock: Clock,
  { what, milliseconds, remedy }: { what: string; milliseconds: number; remedy: string },
): TimeFault {
  if (clock.spent() > milliseconds)
    return new TimeFault(`${what} took longer than ${milliseconds / 1_000} s; ${remedy}`)
  const seconds = (BUSY * milliseconds) / 1_000
  return new BusyFault(`${what} took longer than ${seconds} s on a busy machine; try again when it has less to do`)
}

/** Calls `end` once a process has had more milliseconds than it may, until the returned function is called. */
export function limitTime(clock: Clock, milliseconds: number, end: () => void): () => void {
  const look = () => {
    if (!isOver(clock, milliseconds)) return
    clearInterval(timer)
    end()
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
