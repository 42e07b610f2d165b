import { availableParallelism } from 'node:os'
import { type Caller, createTurns, type Turn } from './turns.js'

/** The turns of the processes that decode pictures or frames of videos. A large picture takes the places of all. */
const decoderCount = Math.max(2, availableParallelism())

const turns = createTurns(decoderCount)

/** Waits until a picture may be decoded, and decodes it: beside others, or alone when it is large. */
export function inTurn<T>(
  decode: (turn: Turn) => Promise<T>,
  { isLarge, ...wanted }: { isLarge: boolean; caller: Caller; signal?: AbortSignal | undefined },
): Promise<T> {
  return turns.run({ ...wanted, places: isLarge ? decoderCount : 1 }, decode)
}
