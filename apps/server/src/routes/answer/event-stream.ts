import { Stream } from 'node:stream'
import type { Response } from 'express'
import type { EventHub, Wish } from '../../events/hub.js'
import type { Caller } from '../../events/listener.js'

/** Events as the body of a response, for as long as the client listens. */
export function eventStream(events: EventHub, caller: Caller, wish: Wish): ReadableStream {
  return new EventStream(events, caller, wish) as unknown as ReadableStream
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
  readonly #caller: Caller
  readonly #wish: Wish

  constructor(events: EventHub, caller: Caller, wish: Wish) {
    super()
    this.#events = events
    this.#caller = caller
    this.#wish = wish
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const response = destination as unknown as Response
    // Express would add a charset.
    response.setHeaders(headers)
    if (response.destroyed || response.req.method === 'HEAD') response.end()
    else this.#events.join(response, this.#caller, this.#wish)
    return destination
  }
}
