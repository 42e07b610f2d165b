const SECOND = 1_000

/** The milliseconds after which a reader who accepts no data is disconnected. */
export const STALL_MS = 60 * SECOND

/** The interval in milliseconds at which the pace of a reader is measured. */
const CHECK_MS = 2 * SECOND
const MIN_BYTES = CHECK_MS * 256

export interface ReaderWatch {
  /** Returns whether another reader waits for the slot of this one. */
  isWanted(): boolean
  giveUp(): void
}

/**
 * Passes chunks on. Gives up on a reader who accepts no data for a minute, or less than 256 kB per second while another reader waits
 * for the slot.
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
