import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { CrashFault } from '../errors.js'
import { DECODER_CRASHED, OURS, ToolFault } from '../fault.js'
import type { Rendered, RenderRequest } from './render-thumbnails.js'

/** The limits for decoding one image. */
export interface RenderLimits {
  milliseconds: number
  /** Bytes of the whole process that decodes it. */
  memory: number
}

const GIGABYTE = 2 ** 30

const EXPORT = 'export it with fewer pixels'

const usualLimits: RenderLimits = { milliseconds: 60_000, memory: Math.min(3 * GIGABYTE, totalmem() / 2) }
const IDLE_MS = 10_000

const limit = pLimit(availableParallelism())
const idle = new Map<ChildProcess, NodeJS.Timeout>()

/** A request to a process, with its memory limit in bytes. */
export interface PoolRequest extends RenderRequest {
  memoryLimit: number
}

/**
 * A `swollen` process exceeded its memory limit and exits. One that `isSpent` must not get another picture. A fault that `isOurs` is one
 * of this program.
 */
export type PoolAnswer =
  | (({ rendered: Rendered } | { fault: string; isOurs: boolean }) & { isSpent: boolean })
  | { swollen: true }

export interface RenderOptions {
  signal?: AbortSignal | undefined
  limits?: RenderLimits | undefined
}

/**
 * Renders in a pool with one process for each core, so a decoder that crashes, hangs or takes too much memory does not harm
 * the server. Throws a ToolFault with the decoder's message, a crash, an exceeded limit, or the reason of the aborted signal.
 */
export function renderInPool(request: RenderRequest, options: RenderOptions = {}): Promise<Rendered> {
  return limit(render, request, options)
}

async function render(request: RenderRequest, options: RenderOptions): Promise<Rendered> {
  options.signal?.throwIfAborted()
  const child = takeProcess()
  try {
    const answer = await ask(child, request, options)
    if (answer.isSpent) child.kill('SIGKILL')
    else giveBack(child)
    if ('fault' in answer)
      throw answer.isOurs ? new Error(OURS, { cause: new Error(answer.fault) }) : new ToolFault(answer.fault)
    return answer.rendered
  } catch (error) {
    if (!idle.has(child)) child.kill('SIGKILL')
    throw error
  }
}

function takeProcess(): ChildProcess {
  for (const [child, timer] of idle) {
    idle.delete(child)
    clearTimeout(timer)
    if (!child.connected) continue
    child.ref()
    child.channel?.ref()
    return child
  }
  return startProcess()
}

function startProcess(): ChildProcess {
  const kind = extname(import.meta.url)
  const child = fork(fileURLToPath(new URL(`./image-process${kind}`, import.meta.url)), {
    // Its own process group: the Ctrl-C that lets the server finish its jobs must not kill the processes that they wait for.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What lets Node run sources goes along when this is one.
    execArgv: kind === '.ts' ? process.execArgv : [],
    // A decoder that a hostile file took over must not find secrets in its environment.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
  })
  // A process that cannot start emits no `exit`; after disconnecting, `send` fails.
  return child.on('error', () => child.disconnect())
}

function ask(child: ChildProcess, request: RenderRequest, { signal, limits = usualLimits }: RenderOptions) {
  return new Promise<Exclude<PoolAnswer, { swollen: true }>>((resolve, reject) => {
    const { milliseconds, memory } = limits
    const tooSlow = new CrashFault(`decoding it took longer than ${milliseconds / 1_000} s; ${EXPORT}`)
    const tooLarge = new CrashFault(
      `decoding it took more than ${(memory / GIGABYTE).toFixed(1)} GB of memory; ${EXPORT}`,
    )
    const timer = setTimeout(() => end(tooSlow), milliseconds)
    const onAbort = () => end(signal?.reason)
    const onExit = () => end(new CrashFault(DECODER_CRASHED))
    const onAnswer = (answer: PoolAnswer) => ('swollen' in answer ? end(tooLarge) : end(null, answer))
    const end = (fault: unknown, answer?: Exclude<PoolAnswer, { swollen: true }>) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', onAnswer).off('exit', onExit)
      if (answer) resolve(answer)
      else reject(fault)
    }
    signal?.addEventListener('abort', onAbort)
    child.on('message', onAnswer).on('exit', onExit)
    const asked: PoolRequest = { ...request, memoryLimit: memory }
    child.send(asked, (error) => error && onExit())
  })
}

/** Keeps a process for the next image for a while, without keeping the server alive. */
function giveBack(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => {
    idle.delete(child)
    child.kill('SIGKILL')
  }, IDLE_MS)
  idle.set(child, timer.unref())
}
