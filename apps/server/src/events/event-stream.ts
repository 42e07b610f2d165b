import { Stream } from 'node:stream'
import type { Request, Response } from 'express'
import type { EventHub, ListenInput } from './hub.js'
import type { ListeningCaller } from './listener.js'

/** Events as the body of a response, for as long as the client listens. */
export function eventStream(events: EventHub, caller: ListeningCaller, input: ListenInput): ReadableStream {
  return new EventStream(events, caller, input) as unknown as ReadableStream
}

/** Nothing between the client and this server may keep, change or hold back events. */
const headers = new Map(
  Object.entries({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  }),
)

/** ts-rest lets a Stream write its own response. */
class EventStream extends Stream {
  readonly #events: EventHub
  readonly #caller: ListeningCaller
  readonly #input: ListenInput

  constructor(events: EventHub, caller: ListeningCaller, input: ListenInput) {
    super()
    this.#events = events
    this.#caller = caller
    this.#input = input
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const response = destination as unknown as Response
    // Express would add a charset.
    response.setHeaders(headers)
    if (response.destroyed || response.req.method === 'HEAD') {
      response.end()
      return destination
    }
    // Alone, the headers are written as they are. Joined with a first part, they are kept in the seventy pieces of which they were made.
    response.flushHeaders()
    forgetHandling(response.req)
    this.#events.join(response, this.#caller, this.#input)
    return destination
  }
}

/** Releases what only the handling of the request needed, because the response lasts. */
function forgetHandling(request: Request): void {
  // Deleted, it would make the request an object of the slow kind, which takes more.
  Object.assign(request, { headersDistinct: {}, rawHeaders: [], next: undefined })
}
