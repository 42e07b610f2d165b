const SECOND = 1_000

/** A reader who accepts no data for this long is disconnected. */
export const STALL_MS = 60 * SECOND

/** The interval in which the pace of a reader is measured. */
const CHECK_MS = 2 * SECOND
const MIN_BYTES = CHECK_MS * 256

export interface ReaderWatch {
  /** Whether another reader waits for this one's place. */
  isWanted(): boolean
  giveUp(): void
}

/**
 * Passes chunks on. Gives up on a reader who accepts no data for a minute, or less than 256 kB per second while another reader
 * waits for the place.
 */
export async function* watchReader(
  chunks: AsyncIterable<Buffer>,
  { isWanted, giveUp }: ReaderWatch,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let waitingSince: number | null = null
  const look = setInterval(() => {
    const isGone = waitingSince !== null && performance.now() - waitingSince >= STALL_MS
    const isSlow = waitingSince !== null && bytes < MIN_BYTES && isWanted()
    bytes = 0
    if (isGone || isSlow) giveUp()
  }, CHECK_MS)
  try {
    for await (const chunk of chunks) {
      waitingSince = performance.now()
      yield chunk
      waitingSince = null
      bytes += chunk.length
    }
  } finally {
    clearInterval(look)
  }
}
