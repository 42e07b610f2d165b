import { TurnFault } from '../errors.js'
import { type Clock, isOver, startClock } from './clock.js'

/**
 * The owner for whom a file is read. One who `isAlone`, such as a job that runs alone and last, keeps a turn however long others wait.
 */
export interface Caller {
  owner: string
  isAlone: boolean
}

/** A caller that waits for nobody, such as a command. */
export const nobody: Caller = { owner: '', isAlone: true }

/** A turn of a caller, who stops when `signal` aborts. */
export interface Turn {
  signal: AbortSignal
  /** Counts the time of a process instead of the time that passes. */
  watch(clock: Clock): void
}

/** Shares a number of places among owners. A turn takes one or several. */
export interface Turns {
  run<T>(
    wanted: { caller: Caller; places: number; signal?: AbortSignal | undefined },
    use: (turn: Turn) => Promise<T>,
  ): Promise<T>
}

interface Waiting {
  caller: Caller
  places: number
  begin(isSpare: boolean): void
}

interface Running extends Omit<Waiting, 'begin'> {
  isSpare: boolean
  clock: Clock
  controller: AbortController
}

const LOOK_MS = 250

/**
 * The milliseconds that a turn lasts while an owner without one waits: the only turn of its owner in a usual place, or any other.
 */
const ONLY_MS = 10_000
const OTHER_MS = 2_000

/** The places beyond the usual ones, each for the only turn of its owner. */
export const SPARE_PLACES = 1

/**
 * Creates turns. The next turn goes to the waiting owner with the fewest turns, or among equals to the one who had less time. An owner
 * without a turn gets a spare place at once while others have all. While another one waits, a turn ends that has lasted long: its use
 * throws a TurnFault. Until a turn of its owner is short again, all of them are ended early, and none gets a spare place.
 */
export function createTurns(places: number): Turns {
  const running = new Set<Running>()
  const waiting = new Set<Waiting>()
  /**
   * The milliseconds that each owner had. A new owner counts as having had as much as the others, so that nobody saves time up.
   */
  const spent = new Map<string, number>()
  /** The owners of whom a turn was ended early, and none was short since then. */
  const slow = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const toSpent = (owner: string) => spent.get(owner) ?? 0
  const countTurns = (owner: string) => Array.from(running).filter((turn) => turn.caller.owner === owner).length
  const isActive = (owner: string) => [...running, ...waiting].some((each) => each.caller.owner === owner)

  const arrive = (owner: string) => {
    if (isActive(owner)) return
    const others = [...running, ...waiting].map((each) => toSpent(each.caller.owner))
    spent.set(owner, Math.max(toSpent(owner), others.length > 0 ? Math.min(...others) : 0))
  }

  const findNext = (isFitting: (waiting: Waiting) => boolean) => {
    const rank = ({ caller: { owner } }: Waiting) => [countTurns(owner), toSpent(owner)] as const
    let next: Waiting | null = null
    for (const each of waiting) if (isFitting(each) && (!next || isLess(rank(each), rank(next)))) next = each
    return next
  }

  const countTaken = (isSpare: boolean) =>
    Array.from(running).reduce((sum, turn) => sum + (turn.isSpare === isSpare ? turn.places : 0), 0)

  /** Returns whether a request may get a spare place, which no caller may keep for long. */
  const isForSpare = ({ caller: { owner, isAlone }, places }: Waiting) =>
    places === 1 && !isAlone && !slow.has(owner) && countTurns(owner) === 0

  const beginNext = () => {
    const next = findNext(() => true)
    // Others do not pass one that waits for several places, which would never be free together.
    if (next && countTaken(false) + next.places <= places) next.begin(false)
    else if (countTaken(true) < SPARE_PLACES) findNext(isForSpare)?.begin(true)
    timer ??= waiting.size > 0 ? setInterval(makeRoom, LOOK_MS).unref() : undefined
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const makeRoom = () => {
    const isWanted = Array.from(waiting).some(({ caller }) => countTurns(caller.owner) === 0)
    if (!isWanted || Array.from(running).some(({ controller }) => controller.signal.aborted)) return
    const isShort = ({ caller: { owner }, places, isSpare }: Running) =>
      places > 1 || isSpare || countTurns(owner) > 1 || slow.has(owner)
    const isLong = (turn: Running) => !turn.caller.isAlone && isOver(turn.clock, isShort(turn) ? OTHER_MS : ONLY_MS)
    Array.from(running).find(isLong)?.controller.abort(new TurnFault('it takes long, and others wait'))
  }

  const wait = (caller: Caller, wanted: number, signal?: AbortSignal) =>
    new Promise<Running>((resolve, reject) => {
      const leave = () => {
        waiting.delete(own)
        signal?.removeEventListener('abort', giveUp)
      }
      const giveUp = () => {
        leave()
        reject(signal?.reason)
        beginNext()
      }
      const begin = (isSpare: boolean) => {
        const turn = { caller, places: wanted, isSpare, clock: startClock(), controller: new AbortController() }
        leave()
        running.add(turn)
        resolve(turn)
        beginNext()
      }
      const own = { caller, places: wanted, begin }
      arrive(caller.owner)
      signal?.addEventListener('abort', giveUp)
      waiting.add(own)
      beginNext()
    })

  return {
    run: async ({ caller, places: wanted, signal }, use) => {
      signal?.throwIfAborted()
      const turn = await wait(caller, wanted, signal)
      try {
        return await use({ signal: turn.controller.signal, watch: (clock) => Object.assign(turn, { clock }) })
      } finally {
        running.delete(turn)
        spent.set(caller.owner, toSpent(caller.owner) + turn.clock.spent() * wanted)
        if (turn.controller.signal.aborted) slow.add(caller.owner)
        else if (!isOver(turn.clock, OTHER_MS)) slow.delete(caller.owner)
        beginNext()
      }
    },
  }
}

function isLess([turns, time]: readonly [number, number], [ofTurns, ofTime]: readonly [number, number]) {
  return turns === ofTurns ? time < ofTime : turns < ofTurns
}
