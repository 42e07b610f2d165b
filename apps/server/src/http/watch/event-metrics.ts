import { Counter, Gauge, type Registry } from 'prom-client'
import type { EventHub } from '../../events/hub.js'

/** Adds the metrics of the clients that listen to events. */
export function createEventMetrics(registry: Registry, events: EventHub): void {
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
