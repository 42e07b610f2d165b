import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A running child process. */
export interface RunningProcess {
  pid: number
  /** The match of `ready` in its output. */
  greeting: RegExpMatchArray
  /** Rejects with its last output when the process exits. */
  ended: Promise<never>
  /** Sends SIGTERM, and waits for the exit. */
  stop(): Promise<void>
}

interface ProcessOptions {
  /** The URL of the module to run. */
  module: string
  args?: string[]
  env: Record<string, string>
  /** The output that the process prints as soon as it is ready. */
  ready: RegExp
  /** Called with its id as soon as it runs. */
  onStart?: (pid: number) => void
  /** The file for its standard error, as a service manager keeps it. */
  log?: string
  /** Kills the process. */
  signal: AbortSignal
}

const LAST_WORDS = 2_000
const STOP_MS = 30_000
const READY_MINUTES = 10

const { PATH = '', HOME = '', TMPDIR = '' } = process.env

/**
 * Starts a module as a Node process in production mode, with only this environment; resolves when it is ready, and rejects when that takes
 * ten minutes.
 */
export async function startProcess({
  module,
  args = [],
  env,
  ready,
  onStart,
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
  onStart?.(child.pid as number)
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
  // The process may exit while nobody awaits it.
  ended.catch(() => {})

  const late = setTimeout(kill, READY_MINUTES * 60_000)
  return {
    pid: child.pid as number,
    greeting: await Promise.race([greeting, ended]).finally(() => clearTimeout(late)),
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
