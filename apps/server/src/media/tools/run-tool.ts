import { type ChildProcess, spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { OpenFile } from '../../files/open-beneath.js'

/** The number under which a tool inherits the file that it reads. */
export const INPUT_DESCRIPTOR = 3

/** When a tool is ended: after `timeout` milliseconds, by `signal`, or past `maxOutput` bytes of output. */
export interface ToolLimits {
  timeout: number
  /** The file that it reads. */
  input?: OpenFile
  /** The path of the file that it writes. */
  output?: string
  /** The program and arguments that start it, where it does not start by itself. */
  start?: (path: string, limits: ToolLimits) => string[]
  signal?: AbortSignal | undefined
  maxOutput?: number
}

const MEGABYTE = 2 ** 20

/**
 * Runs a program without a shell and gives what it printed. It is killed, with all that it started, at its limits.
 * Throws an Error that says how it ended, with the last that it wrote to stderr; when aborted, the signal's reason.
 */
export async function runTool(path: string, args: string[], limits: ToolLimits): Promise<Buffer> {
  const { timeout, input, signal, maxOutput = 16 * MEGABYTE } = limits
  signal?.throwIfAborted()
  const name = basename(path)
  const [program = path, ...before] = limits.start?.(path, limits) ?? []
  const child = spawn(program, [...before, ...args], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', input ? input.descriptor : 'ignore'],
    // A tool that a hostile file took over finds no secret in its environment. A static build crashes on the character
    // sets of the machine, which it loads for MPEG-TS; where there are none, it does without.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', GCONV_PATH: '/nonexistent' },
  })

  let fault: unknown
  const end = (reason: unknown) => {
    fault ??= reason
    kill(child)
  }
  const timer = setTimeout(() => end(new Error(`${name} took longer than ${timeout / 1_000} s`)), timeout)
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort)

  const output: Buffer[] = []
  let size = 0
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output.push(chunk)
    size += chunk.length
    if (size > maxOutput) end(new Error(`${name} put out more than ${maxOutput} bytes`))
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2_000)
  })

  try {
    const ending = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.on('error', reject).on('close', (code, killedBy) => resolve(code ?? killedBy))
    })
    if (fault) throw fault
    if (ending !== 0) throw new Error(`${name} ended with ${ending}: ${stderr.trim() || 'it gave no reason'}`)
    return Buffer.concat(output)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Ends the group of a child, so that what the child started ends with it. */
function kill(child: ChildProcess) {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // The process has just ended by itself.
  }
}
