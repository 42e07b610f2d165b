import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { CrashFault } from '../errors.js'
import { DECODER_CRASHED, NEEDS_MEMORY, OURS, OUT_OF_MEMORY, ToolFault } from '../fault.js'
import type { Rendered, RenderRequest } from './render-thumbnails.js'

/** The limits for decoding one image. */
export interface RenderLimits {
  milliseconds: number
  /** Bytes of the whole process that decodes it. */
  memory: number
}

const MEGABYTE = 2 ** 20
const GIGABYTE = 2 ** 30

const EXPORT = 'export it with fewer pixels'

/** Nearly all pictures. */
const usualLimits: RenderLimits = { milliseconds: 60_000, memory: 400 * MEGABYTE }
/** For the others, which are drawn alone, so that all processes together never need more than a small machine has. */
const largeLimits: RenderLimits = { milliseconds: 60_000, memory: 900 * MEGABYTE }
const IDLE_MS = 10_000

const cores = availableParallelism()
const limit = pLimit(cores)
const alone = pLimit(1)
const idle = new Map<ChildProcess, NodeJS.Timeout>()

/** A failure that the memory limit may have caused. */
class MemoryFault extends CrashFault {}

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
 * the server. A picture for which the usual memory does not suffice is rendered again, alone and with more. Throws a ToolFault with the
 * decoder's message, a crash, an exceeded limit, or the reason of the aborted signal.
 */
export async function renderInPool(request: RenderRequest, { signal, limits }: RenderOptions = {}): Promise<Rendered> {
  try {
    return await limit(render, request, { signal, limits: limits ?? usualLimits })
  } catch (error) {
    if (limits || !(error instanceof MemoryFault)) throw error
    return alone(renderAlone, request, signal)
  }
}

/** Renders while no other picture is rendered. */
async function renderAlone(request: RenderRequest, signal: AbortSignal | undefined): Promise<Rendered> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const hold = () =>
    new Promise<void>((resolve) => {
      void limit(() => {
        resolve()
        return ended
      })
    })
  const others = Array.from({ length: cores - 1 }, hold)
  try {
    await Promise.all(others)
    return await limit(render, request, { signal, limits: largeLimits })
  } finally {
    end()
  }
}

type Limited = Pick<RenderOptions, 'signal'> & { limits: RenderLimits }

async function render(request: RenderRequest, options: Limited): Promise<Rendered> {
  options.signal?.throwIfAborted()
  const isUsual = options.limits === usualLimits
  const child = (isUsual && takeIdle()) || startProcess()
  try {
    const answer = await ask(child, request, options)
    if (answer.isSpent || !isUsual) child.kill('SIGKILL')
    else giveBack(child)
    if ('fault' in answer) throw toFault(answer)
    return answer.rendered
  } catch (error) {
    if (!idle.has(child)) child.kill('SIGKILL')
    throw error
  }
}

function toFault({ fault, isOurs }: { fault: string; isOurs: boolean }): Error {
  if (OUT_OF_MEMORY.test(fault)) return new MemoryFault(NEEDS_MEMORY, { cause: new Error(fault) })
  return isOurs ? new Error(OURS, { cause: new Error(fault) }) : new ToolFault(fault)
}

function takeIdle(): ChildProcess | null {
  for (const [child, timer] of idle) {
    idle.delete(child)
    clearTimeout(timer)
    if (!child.connected) continue
    child.ref()
    child.channel?.ref()
    return child
  }
  return null
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

function ask(child: ChildProcess, request: RenderRequest, { signal, limits }: Limited) {
  return new Promise<Exclude<PoolAnswer, { swollen: true }>>((resolve, reject) => {
    const { milliseconds, memory } = limits
    const tooSlow = new CrashFault(`decoding it took longer than ${milliseconds / 1_000} s; ${EXPORT}`)
    const tooLarge = new MemoryFault(
      `decoding it took more than ${(memory / GIGABYTE).toFixed(1)} GB of memory; ${EXPORT}`,
    )
    const timer = setTimeout(() => end(tooSlow), milliseconds)
    const onAbort = () => end(signal?.reason)
    // A program that gets no memory aborts. The system kills one when it runs out of memory itself.
    const onExit = (_code: number | null, killed: NodeJS.Signals | null) =>
      end(new (killed === 'SIGKILL' ? CrashFault : MemoryFault)(DECODER_CRASHED))
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
    child.send(asked, (error) => error && onExit(null, 'SIGKILL'))
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
