import { availableParallelism } from 'node:os'
import { Semaphore } from 'async-mutex'

/** The processes that may decode pictures or frames of videos at once, of which a large picture takes the place of all. */
const decoderCount = availableParallelism()

const turns = new Semaphore(decoderCount)

/** Waits until a picture may be decoded, and decodes it: beside others, or alone when it is large. The first to come is the first. */
export function inTurn<T>(decode: () => Promise<T>, { isLarge }: { isLarge: boolean }): Promise<T> {
  return turns.runExclusive(decode, isLarge ? decoderCount : 1)
}
