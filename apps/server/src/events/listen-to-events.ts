import type { Request } from 'express'
import type { Handler } from '../answers/handler.js'
import { type WrittenBody, writtenBody } from '../answers/sent-body.js'
import type { EventHub, ListenInput } from './hub.js'
import type { ListeningCaller } from './listener.js'

export const listenToEvents: Handler<'listenToEvents'> = async (
  { query: { wait }, headers, caller: { user, credentialId } },
  { events },
) => {
  const caller = { userId: user.id, credentialId }
  await events.requireUnderLimit(caller)
  return {
    status: 200,
    body: eventStream(events, caller, { lastEventId: headers['last-event-id'] || undefined, wait }),
  }
}

/** Creates the body of a response that sends events for as long as the client listens. */
function eventStream(events: EventHub, caller: ListeningCaller, input: ListenInput): WrittenBody<ReadableStream> {
  return writtenBody((response) => {
    // Express would add a charset.
    response.setHeaders(headers)
    if (response.destroyed || response.req.method === 'HEAD') {
      response.end()
      return
    }
    // Alone, the headers are written as they are. Joined with a first part, they are kept in the seventy pieces of which they were made.
    response.flushHeaders()
    forgetHandling(response.req)
    events.join(response, caller, input)
  })
}

/** The headers that forbid everything between the client and this server to cache, change or hold back events. */
const headers = new Map(
  Object.entries({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  }),
)

/** Releases what only the handling of the request needed, because the response lasts. */
function forgetHandling(request: Request): void {
  // Deleted, it would make the request an object of the slow kind, which takes more.
  Object.assign(request, { headersDistinct: {}, rawHeaders: [], next: undefined })
}
