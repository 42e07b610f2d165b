import { readFileSync } from 'node:fs'

/** Measures in milliseconds. */
export interface Clock {
  /** The time of processors that a process had, which does not depend on what else the machine does; where nobody knows, the time that passed. */
  spent(): number
  passed(): number
}

/** Starts to measure a process, which may be another one later, or none. */
export function startClock(findProcess: () => number | undefined = () => undefined): Clock {
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
      return current === first ? time - (before ?? 0) : time
    },
  }
}

/** Linux counts so many of them in a second for every program. */
const TICK_MS = 10
const USER = 11

/** Null where nobody knows, as on other systems. */
function readProcessorTime(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER]) + Number(fields[USER + 1])) * TICK_MS
  } catch {
    return null
  }
}

const LOOK_MS = 100

/** How much more time may pass than a process may have of its processor, on a machine that is busy. */
const BUSY = 5

/** Calls `end` once a process has had more milliseconds than it may, until the returned function is called. */
export function limitTime(clock: Clock, milliseconds: number, end: () => void): () => void {
  const look = () => {
    if (clock.spent() <= milliseconds && clock.passed() <= BUSY * milliseconds) return
    clearInterval(timer)
    end()
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
