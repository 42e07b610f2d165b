import { Stream } from 'node:stream'
import type { Response } from 'express'

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
