import type { ChildProcess } from 'node:child_process'
import { totalmem } from 'node:os'
import { CrashFault } from '../errors.js'
import { DECODER_CRASHED, NEEDS_MEMORY, OURS, OUT_OF_MEMORY, ToolFault } from '../fault.js'
import { limitTime, startClock, toTimeFault } from '../tools/clock.js'
import { inTurn } from '../tools/decoder-turns.js'
import { type Caller, nobody, type Turn } from '../tools/turns.js'
import { endIdle, giveBack, isIdle, takeProcess } from './image-processes.js'
import type { Rendered, RenderRequest } from './render-thumbnails.js'

/** The limits for decoding one image. */
export interface RenderLimits {
  /** The milliseconds of processor time. */
  milliseconds: number
  /** The bytes of the whole process that decodes the image. */
  memory: number
}

const MEGABYTE = 2 ** 20
const GIGABYTE = 2 ** 30

const EXPORT = 'export it with fewer pixels'

/** The bytes for nearly all pictures. */
const USUAL_MEMORY = 450 * MEGABYTE
/**
 * The bytes for the others, which are drawn alone, so that all processes together never need more than a small machine has.
 */
const LARGE_MEMORY = 900 * MEGABYTE
/** The bytes for pictures whose pixels need even more, and whose files are large enough to contain so many. */
const mostMemory = Math.min(3 * GIGABYTE, totalmem() / 2)
/** The factor by which the limit exceeds the need of a picture. */
const SLACK = 1.5
const LONGEST_MS = 60_000

/** A failure that the memory limit may have caused. */
class MemoryFault extends CrashFault {
  /** The bytes that the picture needs by its pixels; 0 when unknown. */
  readonly needed: number

  constructor(message: string, needed = 0) {
    super(message)
    this.needed = needed
  }
}

/** A request to a process, with its memory limit in bytes. */
export interface PoolRequest extends RenderRequest {
  memoryLimit: number
}

/**
 * The answer of a process. A `swollen` process exceeded its memory limit and exits. One that `isSpent` must not get another picture. A
 * fault that `isOurs` is one of this program. The `needed` bytes are those of a picture that was not decoded.
 */
export type PoolAnswer =
  | (({ rendered: Rendered } | { fault: string; isOurs: boolean } | { needed: number }) & { isSpent: boolean })
  | { swollen: true }

export interface RenderOptions {
  signal?: AbortSignal | undefined
  limits?: RenderLimits | undefined
  caller?: Caller | undefined
}

/**
 * Renders in a pool with one process for each core, so a decoder that crashes, hangs or takes too much memory does not harm
 * the server. A picture for which the usual memory does not suffice is rendered alone, and with more. Throws a ToolFault with the
 * decoder's message, a crash, an exceeded limit, a TurnFault, or the reason of the aborted signal.
 */
export async function renderInPool(
  request: RenderRequest,
  { signal, limits, caller = nobody }: RenderOptions = {},
): Promise<Rendered> {
  const renderWithin = (memory: number) =>
    inTurn((turn) => render(request, { turn, signal, limits: limits ?? { milliseconds: LONGEST_MS, memory } }), {
      isLarge: memory > USUAL_MEMORY,
      caller,
      signal,
    })
  try {
    return await renderWithin(USUAL_MEMORY)
  } catch (error) {
    if (limits || !(error instanceof MemoryFault)) throw error
    return renderWithin(Math.max(LARGE_MEMORY, Math.min(mostMemory, SLACK * error.needed)))
  }
}

type Limited = Pick<RenderOptions, 'signal'> & { turn: Turn; limits: RenderLimits }

async function render(request: RenderRequest, options: Limited): Promise<Rendered> {
  options.signal?.throwIfAborted()
  const isUsual = options.limits.memory === USUAL_MEMORY
  if (!isUsual) endIdle()
  const child = takeProcess()
  try {
    const answer = await ask(child, request, options)
    if (answer.isSpent || !isUsual) child.kill('SIGKILL')
    else giveBack(child)
    if ('rendered' in answer) return answer.rendered
    throw 'needed' in answer ? new MemoryFault(NEEDS_MEMORY, answer.needed) : toFault(answer)
  } catch (error) {
    if (!isIdle(child)) child.kill('SIGKILL')
    throw error
  }
}

function toFault({ fault, isOurs }: { fault: string; isOurs: boolean }): Error {
  if (OUT_OF_MEMORY.test(fault)) return new MemoryFault(NEEDS_MEMORY)
  return isOurs ? new Error(OURS, { cause: new Error(fault) }) : new ToolFault(fault)
}

function ask(child: ChildProcess, request: RenderRequest, { turn, signal: callerSignal, limits }: Limited) {
  const signal = callerSignal ? AbortSignal.any([callerSignal, turn.signal]) : turn.signal
  const clock = startClock(() => child.pid)
  turn.watch(clock)
  return new Promise<Exclude<PoolAnswer, { swollen: true }>>((resolve, reject) => {
    const { milliseconds, memory } = limits
    const tooLarge = new MemoryFault(
      `decoding it took more than ${(memory / GIGABYTE).toFixed(1)} GB of memory; ${EXPORT}`,
    )
    const endLimit = limitTime(clock, milliseconds, () =>
      end(toTimeFault(clock, { what: 'decoding it', milliseconds, remedy: EXPORT })),
    )
    const onAbort = () => end(signal.reason)
    // A program that gets no memory aborts. The system kills one when it runs out of memory itself.
    const onExit = (_code: number | null, killed: NodeJS.Signals | null) =>
      end(new (killed === 'SIGKILL' ? CrashFault : MemoryFault)(DECODER_CRASHED))
    const onAnswer = (answer: PoolAnswer) => ('swollen' in answer ? end(tooLarge) : end(null, answer))
    const end = (fault: unknown, answer?: Exclude<PoolAnswer, { swollen: true }>) => {
      endLimit()
      signal.removeEventListener('abort', onAbort)
      child.off('message', onAnswer).off('exit', onExit)
      if (answer) resolve(answer)
      else reject(fault)
    }
    signal.addEventListener('abort', onAbort)
    child.on('message', onAnswer).on('exit', onExit)
    const allowed = memory === USUAL_MEMORY ? memory : Number.POSITIVE_INFINITY
    const poolRequest: PoolRequest = { ...request, allowed, memoryLimit: memory }
    child.send(poolRequest, (error) => error && onExit(null, 'SIGKILL'))
  })
}
