import { readFileSync } from 'node:fs'
import { abandonAll } from '@media-library/embedded-postgres'
import { type StopSignal, stopSignals, toExitCode } from './interrupted.js'
import { type Output, whenReaderLeaves } from './output.js'

/**
 * The time in milliseconds within which signals belong to the same stop. A terminal or service manager signals every process of a group,
 * and npx and pnpm forward their signals.
 */
const SAME_STOP_MS = 2_000

/**
 * Resolves with the first stop signal; the end of npx counts as SIGTERM, and a reader of one of the outputs that has gone counts as
 * SIGPIPE. Signals within the next 2 s belong to the same stop. A later one ends the process at once, but still stops the embedded
 * database.
 */
export function stopSignal(outputs: Output[] = ['stdout', 'stderr']): Promise<StopSignal> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null
    const stop = (signal: StopSignal) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now()
        resolve(signal)
      } else if (performance.now() - stoppedAt > SAME_STOP_MS) {
        void abandonAll().finally(() => process.exit(toExitCode(signal)))
      }
    }
    const stopOnce = (signal: StopSignal) => {
      if (stoppedAt === null) stop(signal)
    }
    for (const signal of stopSignals) process.on(signal, stop)
    for (const output of outputs) whenReaderLeaves(output, () => stopOnce('SIGPIPE'))
    void npxEnded().then(() => stopOnce('SIGTERM'))
  })
}

/** Ends the process within a second, even when something hangs, such as a database connection or a mount. */
export function endSoon(): void {
  void setTimeout(() => process.exit(), 1_000).unref()
}

const LOOK_MS = 250

/**
 * Resolves when the npx that started this process has ended. npx forwards SIGTERM to its shell only, and both end without a message
 * to the service. The promise never resolves without npx, or on a system without /proc.
 */
function npxEnded(): Promise<void> {
  const npx = findNpx(process.pid)
  if (npx === null) return new Promise(() => {})
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (read(npx.pid)?.startedAt === npx.startedAt) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
    timer.unref()
  })
}

interface Process {
  pid: number
  parent: number
  /** The start in ticks since the boot of the machine. Together with the pid, it identifies a process. */
  startedAt: string
}

/** Finds the closest ancestor that is npx, whose name is `npm exec`. */
function findNpx(pid: number): Process | null {
  const found = read(pid)
  if (found === null || found.pid <= 1) return null
  return /^npm exec /.test(readTitle(pid)) ? found : findNpx(found.parent)
}

function read(pid: number): Process | null {
  const stat = readProc(pid, 'stat')
  // The name of the program is in parentheses, and may contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent] = fields
  const startedAt = fields[19]
  if (parent === undefined || startedAt === undefined || state === 'Z') return null
  return { pid, parent: Number(parent), startedAt }
}

function readTitle(pid: number): string {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ')
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
