import { once } from 'node:events'
import { Stream } from 'node:stream'
import type { Response } from 'express'

/**
 * JSON in UTF-8, a piece after the other. A piece is valid until the next one is requested. It may hold a connection until it is closed
 * or read completely.
 */
export interface Pieces extends AsyncIterable<Buffer> {
  /** About how many bytes wait in memory to be read, when several pieces do. */
  ahead?(): number
  close(): void
  /** Aborts when its reader was too slow. */
  signal: AbortSignal
}

/** A list as JSON without brackets: in one text, as texts without the commas between them, or piece by piece. */
export type JsonList = string | string[] | Pieces

type Part = string | Pieces

/** The pieces of responses that are being sent. */
const sending = new WeakMap<Response, Pieces[]>()

/** How many bytes of a response wait in memory for its reader. */
export function unreadOf(response: Response): number {
  const pieces = sending.get(response) ?? []
  return pieces.reduce((sum, { ahead }) => sum + (ahead?.() ?? 0), response.writableLength)
}

/** Makes a body from the parts of one JSON text, which are sent at the pace of the reader. */
export function jsonText<T>(...given: JsonList[]): T {
  return writtenBody((response) => {
    const parts = given.flatMap((part) => (Array.isArray(part) ? withCommas(part) : [part]))
    const pieces = parts.filter(isPieces)
    response.type('json')
    if (pieces.length === 0) send(response, parts as string[])
    else void stream(response, parts, pieces)
  })
}

function withCommas(texts: string[]): string[] {
  return texts.flatMap((text, position) => (position === 0 ? [text] : [',', text]))
}

/** Sends the texts one by one, because joining them would need another copy in memory. */
function send(response: Response, texts: string[]) {
  response.set('Content-Length', String(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)))
  response.cork()
  for (const text of texts) response.write(text)
  response.end()
}

async function stream(response: Response, parts: Part[], pieces: Pieces[]) {
  const tooSlow = AbortSignal.any(pieces.map(({ signal }) => signal))
  sending.set(response, pieces)
  try {
    if (response.destroyed || response.req.method === 'HEAD') response.end()
    else await Promise.race([sendPieces(response, flatten(parts), tooSlow), untilLeft(response)])
  } catch (error) {
    const { log, id } = response.req
    if (!response.destroyed) log.error({ requestId: id, err: error }, 'a response was cut off')
    response.destroy()
  } finally {
    sending.delete(response)
    for (const part of pieces) part.close()
  }
}

/**
 * Sends pieces at the pace of their reader, and ends the response. A piece is requested when the one before it has been taken. Stops
 * when the reader leaves, and disconnects a reader who was too slow.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<Buffer | string>,
  tooSlow: AbortSignal,
): Promise<void> {
  let isLeft = false
  let proceed = () => {}
  const leave = () => {
    isLeft = true
    proceed()
  }
  response.once('close', leave)
  tooSlow.addEventListener('abort', () => {
    response.destroy()
    leave()
  })
  for await (const piece of pieces) {
    await new Promise<void>((resolve) => {
      proceed = resolve
      response.write(piece, (error) => (error ? leave() : resolve()))
    })
    if (isLeft) return
  }
  response.end()
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

/** Resolves when the response is closed, for the next piece may never arrive. */
async function untilLeft(response: Response) {
  await once(response, 'close')
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
