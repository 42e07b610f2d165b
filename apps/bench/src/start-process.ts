import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A process that runs beside this one. */
export interface RunningProcess {
  pid: number
  /** What it said when it was ready. */
  greeting: RegExpMatchArray
  /** Rejects with what it said last, when it ends by itself. */
  ended: Promise<never>
  /** Asks it to end, and waits. */
  stop(): Promise<void>
}

interface ProcessOptions {
  /** The URL of a module, and what to call it with. */
  module: string
  args?: string[]
  env: Record<string, string>
  /** What it prints once it can be used. */
  ready: RegExp
  /** A file that takes what it says on standard error, as a service manager would. */
  log?: string
  /** Kills it. */
  signal: AbortSignal
}

const LAST_WORDS = 2_000
const STOP_MS = 30_000

const { PATH = '', HOME = '', TMPDIR = '' } = process.env

/** Starts a module in a Node process in production mode, with an environment of its own; resolves once it is ready. */
export async function startProcess({
  module,
  args = [],
  env,
  ready,
  log,
  signal,
}: ProcessOptions): Promise<RunningProcess> {
  signal.throwIfAborted()
  const logFile = log === undefined ? null : openSync(log, 'a')
  const child = spawn(process.execPath, [fileURLToPath(module), ...args], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', logFile ?? 'pipe'],
  })
  if (logFile !== null) closeSync(logFile)
  let output = ''
  let greet: (greeting: RegExpMatchArray) => void = () => {}
  const greeting = new Promise<RegExpMatchArray>((resolve) => {
    greet = resolve
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LAST_WORDS)
      const match = output.match(ready)
      if (match) greet(match)
    })
  }
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  const exit = once(child, 'exit').finally(() => signal.removeEventListener('abort', kill))
  const ended = exit.then(([code, by]) => {
    throw new Error(
      `${[module, ...args].join(' ')} ended with ${code ?? by}:\n${output.trim()}${log ? lastWordsIn(log) : ''}`,
    )
  })
  // Nobody may be waiting when it ends.
  ended.catch(() => {})

  return {
    pid: child.pid as number,
    greeting: await Promise.race([greeting, ended]),
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, STOP_MS)
      await exit
      clearTimeout(timer)
    },
  }
}

function lastWordsIn(log: string) {
  return readFileSync(log, 'utf8').slice(-LAST_WORDS)
}
