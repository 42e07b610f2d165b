import type { Readable } from 'node:stream'

/** Reads a stream to its end. Throws a TimeoutError when it is silent for too long; a reader may be as slow as it likes. */
export async function* readInTime(stream: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const chunks = stream.iterator() as AsyncIterator<Buffer>
  const late = () => stream.destroy(Object.assign(new Error('no bytes came in time'), { name: 'TimeoutError' }))
  try {
    for (;;) {
      const limit = setTimeout(late, silenceMs)
      const { done, value } = await chunks.next().finally(() => clearTimeout(limit))
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}
