import { once } from 'node:events'
import { Readable, Stream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { AssetPieces } from '../../repositories/asset/asset-pieces.js'

type Part = string | AssetPieces

/** ts-rest lets a Stream answer by itself, and makes JSON of anything else. */
class JsonText extends Stream {
  readonly #parts: Part[]

  constructor(parts: Part[]) {
    super()
    this.#parts = parts
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const response = destination as unknown as Response
    const pieces = this.#parts.filter(isPieces)
    response.type('json')
    if (pieces.length === 0) this.#send(response, this.#parts as string[])
    else void this.#stream(response, pieces)
    return destination
  }

  /** One by one, because joining them would need another copy in memory. */
  #send(response: Response, texts: string[]) {
    response.set('Content-Length', String(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)))
    response.cork()
    for (const text of texts) response.write(text)
    response.end()
  }

  async #stream(response: Response, pieces: AssetPieces[]) {
    const breakOff = () => response.destroy()
    for (const { signal } of pieces) signal.addEventListener('abort', breakOff)
    try {
      if (response.destroyed || response.req.method === 'HEAD') response.end()
      else await Promise.race([pipeline(Readable.from(flatten(this.#parts)), response), untilLeft(response)])
    } catch (error) {
      const { log, id } = response.req
      if (!response.destroyed || response.errored) log.error({ requestId: id, err: error }, 'an answer broke off')
    } finally {
      for (const part of pieces) {
        part.signal.removeEventListener('abort', breakOff)
        part.close()
      }
    }
  }
}

/** The body of an answer: parts of one JSON text, which are sent as they are, at the pace of who reads them. */
export function jsonText<T>(...parts: Part[]): T {
  return new JsonText(parts) as unknown as T
}

function isPieces(part: Part): part is AssetPieces {
  return typeof part !== 'string'
}

async function* flatten(parts: Part[]) {
  for (const part of parts) {
    // Stryker disable next-line ConditionalExpression: a text one character at a time comes to the same bytes
    if (isPieces(part)) yield* part
    else yield part
  }
}

/** A pipeline whose reader has left would wait for the next piece, which may never come. */
async function untilLeft(response: Response) {
  await once(response, 'close')
  if (response.errored) throw response.errored
}
