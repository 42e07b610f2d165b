import { LibraryEvent } from '@media-library/contract'
import { onTestFinished } from 'vitest'
import { announceEvents } from '../../../src/events/event.js'
import { until } from '../until.js'
import type { TestServer } from './server.js'

/** An event as a client receives it. */
export type ReceivedEvent = LibraryEvent & { id: string; at: number }

/** A client that listens to events, as raw as HTTP allows. */
export interface EventReader {
  status: number
  headers: Headers
  /** What has been received so far. */
  events: ReceivedEvent[]
  /** Returns the last `id`, of an event or alone. */
  lastId(): string
  /** Waits until there are that many events. */
  wait(count: number): Promise<ReceivedEvent[]>
  /** Waits until the server ends the response. */
  ended(): Promise<void>
  leave(): void
}

interface ListeningOptions {
  apiKey?: string
  headers?: Record<string, string>
  lastEventId?: string
  query?: string
}

/**
 * Listens for the length of a test. A test that waits for events announces them, as the service does: what a test writes into the
 * database would be found within a second.
 */
export async function listenTo(
  { url, database }: Pick<TestServer, 'url' | 'database'>,
  options: ListeningOptions,
): Promise<EventReader> {
  const reader = await readUserEvents({ url }, options)
  onTestFinished(reader.leave)
  const wait = async (count: number) => {
    await announceEvents(database)
    return reader.wait(count)
  }
  return { ...reader, wait }
}

/** Listens to a server. Resolves when the first bytes have arrived. */
export async function readUserEvents(
  { url }: { url: string },
  { apiKey, headers = {}, lastEventId, query = '' }: ListeningOptions,
): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/events${query}`, {
    headers: {
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
    signal: leaving.signal,
  })
  const events: ReceivedEvent[] = []
  let last = ''
  let rest = ''
  let hasEnded = false
  const take = (block: string) => {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s)))
    if (fields.id !== undefined) last = fields.id
    if (fields.data === undefined) return
    const event = LibraryEvent.parse(JSON.parse(fields.data))
    if (event.type !== fields.event) throw new Error(`${fields.event} is not ${event.type}`)
    events.push({ ...event, id: last, at: performance.now() })
  }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  })()
    .catch(() => {})
    .finally(() => {
      hasEnded = true
    })
  const reader: EventReader = {
    status: response.status,
    headers: response.headers,
    events,
    lastId: () => last,
    wait: async (count) => {
      await until(() => events.length >= count)
      return events
    },
    ended: () => reading,
    leave: () => leaving.abort(),
  }
  await until(() => last !== '' || hasEnded || lastEventId !== undefined)
  return reader
}
