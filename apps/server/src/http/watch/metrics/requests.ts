import { contract, type RouteMetadata } from '@media-library/contract'
import type { RequestHandler } from 'express'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EventHub } from '../../../events/hub.js'
import { isEventStream, wasAborted } from '../log.js'

const NO_OPERATION = 'none'
const ABORTED = 'aborted'

const deprecatedOperations = new Set(
  Object.entries(contract).flatMap(([name, { metadata }]) =>
    (metadata as RouteMetadata).deprecation === undefined ? [] : [name],
  ),
)

/** Counts and times requests by operation. All other paths have the label `none`, so that paths never become labels. */
export function observeRequests(registry: Registry): RequestHandler {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'media_library_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers,
  })
  const requests = new Counter({
    name: 'media_library_http_requests_total',
    help: 'Requests by operation and status, or aborted by the client',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'media_library_http_request_duration_seconds',
    help: 'Seconds from the headers of a request to the end of its response',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const deprecatedCalls = new Counter({
    name: 'media_library_deprecated_calls_total',
    help: 'Calls of deprecated operations',
    labelNames: ['operation'],
    registers,
  })

  return (request, response, next) => {
    const startedAt = performance.now()
    inFlight.inc()
    response.once('close', () => {
      const { operation = NO_OPERATION } = request
      inFlight.dec()
      requests.inc({ operation, status: wasAborted(request, response) ? ABORTED : response.statusCode })
      // How long a client listens says nothing about the service.
      if (!isEventStream(response)) duration.observe({ operation }, (performance.now() - startedAt) / 1_000)
      if (deprecatedOperations.has(operation)) deprecatedCalls.inc({ operation })
    })
    next()
  }
}

/** Adds the metrics of the clients that listen to events. */
export function addEvents(registry: Registry, events: EventHub): void {
  const registers = [registry]
  new Gauge({
    name: 'media_library_event_listeners',
    help: 'Clients that listen to events',
    registers,
    collect() {
      this.set(events.counts.listeners)
    },
  })
  let counted = 0
  new Counter({
    name: 'media_library_events_sent_total',
    help: 'Events sent to clients, each counted for every client',
    registers,
    collect() {
      const { sent } = events.counts
      this.inc(sent - counted)
      counted = sent
    },
  })
}
