const SECOND = 1_000

/** A reader who takes nothing for so long is gone. */
const PATIENCE_MS = 60 * SECOND

/** So long a reader may take less while somebody waits for its place. */
const LOOK_MS = 2 * SECOND
const LEAST_BYTES = LOOK_MS * 256

export interface ReaderWatch {
  /** Whether somebody waits for what this reader holds. */
  isWanted(): boolean
  giveUp(): void
}

/**
 * Passes chunks on, and gives up on a reader who takes none for a minute, or fewer than 256 kB a second while somebody waits
 * for its place.
 */
export async function* watchReader(
  chunks: AsyncIterable<Buffer>,
  { isWanted, giveUp }: ReaderWatch,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let waitingSince: number | null = null
  const look = setInterval(() => {
    const isGone = waitingSince !== null && Date.now() - waitingSince >= PATIENCE_MS
    const isSlow = waitingSince !== null && bytes < LEAST_BYTES && isWanted()
    bytes = 0
    if (isGone || isSlow) giveUp()
  }, LOOK_MS)
  try {
    for await (const chunk of chunks) {
      waitingSince = Date.now()
      yield chunk
      waitingSince = null
      bytes += chunk.length
    }
  } finally {
    clearInterval(look)
  }
}
