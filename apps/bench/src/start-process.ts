import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process that runs beside this one. */
export interface RunningProcess {
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
  /** Kills it. */
  signal: AbortSignal
}

const LAST_WORDS = 2_000
const STOP_MS = 30_000

const { PATH = '', HOME = '', TMPDIR = '' } = process.env

/** Starts a module in a Node process in production mode, with an environment of its own; resolves once it is ready. */
export const startProcess = async ({
  module,
  args = [],
  env,
  ready,
  signal,
}: ProcessOptions): Promise<RunningProcess> => {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [fileURLToPath(module), ...args], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let greet: (greeting: RegExpMatchArray) => void = () => {}
  const greeting = new Promise<RegExpMatchArray>((resolve) => {
    greet = resolve
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LAST_WORDS)
      const match = output.match(ready)
      if (match) greet(match)
    })
  }
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  const exit = once(child, 'exit').finally(() => signal.removeEventListener('abort', kill))
  const ended = exit.then(([code, by]) => {
    throw new Error(`${[module, ...args].join(' ')} ended with ${code ?? by}:\n${output.trim()}`)
  })
  // Nobody may be waiting when it ends.
  ended.catch(() => {})

  return {
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
