import { once } from 'node:events'
import { Readable, Stream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** JSON in UTF-8, a piece after the other. It may hold a connection until it is closed or read completely. */
export interface Pieces extends AsyncIterable<Buffer> {
  close(): void
  /** Aborts when its reader was too slow. */
  signal: AbortSignal
}

type Part = string | Pieces

/** Makes a body from the parts of one JSON text, which are sent unchanged, at the pace of the reader. */
export function jsonText<T>(...parts: Part[]): T {
  return writtenBody((response) => {
    const pieces = parts.filter(isPieces)
    response.type('json')
    if (pieces.length === 0) send(response, parts as string[])
    else void stream(response, parts, pieces)
  })
}

/** Sends the texts one by one, because joining them would need another copy in memory. */
function send(response: Response, texts: string[]) {
  response.set('Content-Length', String(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)))
  response.cork()
  for (const text of texts) response.write(text)
  response.end()
}

async function stream(response: Response, parts: Part[], pieces: Pieces[]) {
  // Node warns of more than ten listeners, and its pipeline alone adds seven.
  response.setMaxListeners(20)
  const breakOff = () => response.destroy()
  for (const { signal } of pieces) signal.addEventListener('abort', breakOff)
  try {
    if (response.destroyed || response.req.method === 'HEAD') response.end()
    else await Promise.race([pipeline(Readable.from(flatten(parts)), response), untilLeft(response)])
  } catch (error) {
    const { log, id } = response.req
    if (!response.destroyed || response.errored) log.error({ requestId: id, err: error }, 'a response was cut off')
  } finally {
    for (const part of pieces) {
      part.signal.removeEventListener('abort', breakOff)
      part.close()
    }
  }
}

function isPieces(part: Part): part is Pieces {
  return typeof part !== 'string'
}

async function* flatten(parts: Part[]) {
  for (const part of parts) {
    // Stryker disable next-line ConditionalExpression: a text one character at a time comes to the same bytes
    if (isPieces(part)) yield* part
    else yield part
  }
}

/** Rejects when the reader disconnects. Otherwise, a pipeline would wait for the next piece, which may never arrive. */
async function untilLeft(response: Response) {
  await once(response, 'close')
  if (response.errored) throw response.errored
}

/**
 * Makes a body that writes the response itself, after ts-rest has set the status. ts-rest pipes any `Stream` into the response. It
 * would also pipe a `Readable` for HEAD, without a length, and without noticing that the client has left.
 */
export function writtenBody<Body>(write: (response: Response) => void): Body {
  return new WrittenBody(write) as unknown as Body
}

class WrittenBody extends Stream {
  readonly #write: (response: Response) => void

  constructor(write: (response: Response) => void) {
    super()
    this.#write = write
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#write(destination as unknown as Response)
    return destination
  }
}
