import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { ToolFault } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { limitTime, startClock, toTimeFault } from './clock.js'
import type { Turn } from './turns.js'

/** The descriptor under which a tool inherits its input file. */
export const INPUT_DESCRIPTOR = 3

/** The options for a tool. It is killed at its time limit, when `signal` aborts, and beyond `maxOutput` bytes of output. */
export interface ToolLimits {
  /** The milliseconds for which it may have all processors. */
  timeout: number
  /** The turn that it uses. */
  turn?: Turn | undefined
  /** The input file. */
  input?: OpenFile
  /** The path of the output file. */
  output?: string
  /** Returns the command line that starts the tool, for a tool that another program starts. */
  start?: (path: string, limits: ToolLimits) => string[]
  signal?: AbortSignal | undefined
  maxOutput?: number
  /** The bytes of memory that it may have, where a program can limit it. */
  memory?: number
}

const MEGABYTE = 2 ** 20

/**
 * Runs a program without a shell and returns its output. At a limit, the program and its children are killed. Throws a
 * ToolFault with its exit status and its last output on stderr, an exceeded limit, or the reason of the aborted signal.
 */
export async function runTool(path: string, args: string[], limits: ToolLimits): Promise<Buffer> {
  const { timeout, turn, input, signal, maxOutput = 16 * MEGABYTE } = limits
  signal?.throwIfAborted()
  const name = basename(path)
  const [program = path, ...before] = limits.start?.(path, limits) ?? []
  const child = spawn(program, [...before, ...args], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', input ? input.descriptor : 'ignore'],
    // A tool that a hostile file took over must not find secrets in its environment. For MPEG-TS, a static build loads the
    // character sets of the machine and crashes on them; it works without any.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', GCONV_PATH: '/nonexistent' },
  })

  let fault: unknown
  const end = (reason: unknown) => {
    fault ??= reason
    kill(child)
  }
  const findProcess = () => child.pid
  turn?.watch(startClock(findProcess))
  const clock = startClock(findProcess, availableParallelism())
  const limit = { what: name, milliseconds: timeout, remedy: 'export it anew, or shorter' }
  const endLimit = limitTime(clock, timeout, () => end(toTimeFault(clock, limit)))
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort)

  const output: Buffer[] = []
  let size = 0
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output.push(chunk)
    size += chunk.length
    if (size > maxOutput) end(new Error(`${name} wrote more than ${maxOutput} bytes`))
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2_000)
  })

  try {
    const ending = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.on('error', reject).on('close', (code, killedBy) => resolve(code ?? killedBy))
    })
    if (fault) throw fault
    if (ending !== 0) throw new ToolFault(`${name} failed with ${ending}: ${stderr.trim() || 'no reason given'}`)
    return Buffer.concat(output)
  } finally {
    endLimit()
    signal?.removeEventListener('abort', abort)
  }
}

/** Kills the process group of a child, so that its own children end, too. */
function kill(child: ChildProcess) {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // The process has already ended.
  }
}
