import type { RouteMetadata } from '../route/metadata.js'
import { always, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { EventFilter, LastEventId } from './schemas.js'

/** The operation that reports changes while they happen. */
export const event = c.router(
  {
    listenToEvents: {
      method: 'GET',
      path: '/events',
      summary: 'Listen to changes',
      description:
        'Sends an event (Server-Sent Events) when something changes that the caller may see: `asset.added`, ' +
        '`asset.updated`, `job.finished`, `album.created`, `album.shared`, `album.updated`, `album.unshared` ' +
        'and `album.deleted`. After a disconnection, a request with `Last-Event-ID` gets the events that were ' +
        'missed. An event may be sent twice, but none is left out: `reset` announces that some can no longer ' +
        'be sent.',
      query: EventFilter,
      headers: { 'last-event-id': LastEventId.optional() },
      responses: {
        200: c.bytes<ReadableStream>('text/event-stream'),
        ...always,
        ...withKey,
      },
      metadata: { permission: 'event.read', answers: ['events'] } satisfies RouteMetadata,
    },
  },
  mounted,
)
