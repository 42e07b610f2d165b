import type { EventFilter, LibraryEvent } from '@media-library/contract/schemas'
import type { Ask } from '../ask.js'

/** Sends the events that were missed, and then new ones, until the caller disconnects. */
export function listenToEvents({ store, caller, headers, query: { wait } }: Ask<unknown, EventFilter>): Response {
  const lastEventId = headers.get('last-event-id') || null
  const last = Number(lastEventId ?? store.events.length)
  const isKnown = Number.isInteger(last) && last >= 0 && last <= store.events.length
  const encoder = new TextEncoder()
  let next = isKnown ? last : store.events.length
  let leave = () => {}
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const end = () => {
        leave()
        controller.close()
      }
      const sendNew = () => {
        let isAny = false
        for (; next < store.events.length; next += 1) {
          const entry = store.events[next]
          if (!entry?.userIds.includes(caller.id)) continue
          send(toText(next + 1, entry.event))
          isAny = true
        }
        if (isAny && wait !== undefined) end()
        return isAny
      }
      send(`retry: 10\nid: ${next}\n\n`)
      if (!isKnown) send(toText(next, { type: 'reset' }))
      store.listeners.add(sendNew)
      const limit = wait === undefined ? undefined : setTimeout(end, wait * 1_000)
      leave = () => {
        clearTimeout(limit)
        store.listeners.delete(sendNew)
      }
      if (!sendNew() && (wait === 0 || (!isKnown && wait !== undefined))) end()
    },
    cancel: () => leave(),
  })
  return new Response(content, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

function toText(id: number, event: LibraryEvent) {
  return `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}
