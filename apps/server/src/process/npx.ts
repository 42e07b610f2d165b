import { readFileSync } from 'node:fs'

const LOOK_MS = 250

/**
 * Resolves when the npx that started this process has ended. npx forwards SIGTERM to its shell only, and both end without a word
 * to the service. The promise never resolves without npx, or on a system without /proc.
 */
export function npxEnded(): Promise<void> {
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
  /** In ticks since the machine started: with the pid it tells one process from every other. */
  startedAt: string
}

/** The closest ancestor that is npx, which calls itself `npm exec`. */
function findNpx(pid: number): Process | null {
  const found = read(pid)
  if (found === null || found.pid <= 1) return null
  return /^npm exec /.test(readTitle(pid)) ? found : findNpx(found.parent)
}

function read(pid: number): Process | null {
  const stat = readProc(pid, 'stat')
  // The name of the program stands in parentheses, and may hold anything.
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
