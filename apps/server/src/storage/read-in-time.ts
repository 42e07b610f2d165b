/**
 * Reads chunks to their end. Throws a TimeoutError when none arrives for too long, and calls `stop`; a reader may be as slow as it
 * likes.
 */
export async function* readInTime<Chunk>(
  source: AsyncIterable<Chunk>,
  { silenceMs, stop = () => {} }: { silenceMs: number; stop?: () => void },
): AsyncGenerator<Chunk> {
  const chunks = source[Symbol.asyncIterator]()
  let isLate = false
  try {
    for (;;) {
      let limit: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        limit = setTimeout(() => {
          isLate = true
          reject(Object.assign(new Error('no bytes came in time'), { name: 'TimeoutError' }))
        }, silenceMs)
      })
      const { done, value } = await Promise.race([chunks.next(), late]).finally(() => clearTimeout(limit))
      if (done) return
      yield value
    }
  } finally {
    // What does not answer would not end either.
    if (isLate) stop()
    else await chunks.return?.()
  }
}
