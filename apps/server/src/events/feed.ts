import type { Database } from '../database/ask.js'
import { listen } from '../database/notices.js'
import type { Logger } from '../logger.js'
import { EVENT_CHANNEL, findPresent, readEvents } from './event.js'
import { advance, type EventPosition, findEnd, formatPosition, lowestUnread, startAt } from './position.js'
import { type FeedEvent, toEvents } from './to-event.js'

/** An event with the position after it. */
export interface PlacedEvent extends FeedEvent {
  after: EventPosition
}

/** The events of all users, each read once. */
export interface Feed {
  /** The database server that counts the transactions. */
  readonly history: string
  /** The position up to which events were read. */
  readonly position: EventPosition
  /** The position as the `id` of an event. */
  readonly id: string
  /** Reads what was committed before the call. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface FeedOptions {
  url: string
  database: Database
  logger: Logger
  onEvents(feed: Feed, events: PlacedEvent[]): void
  /** Called when events may be gone before they were read. */
  onGap(feed: Feed): void
}

/** The number of events that are read at once. */
const PAGE = 500

/** The milliseconds between two reads, because announcements can be lost. */
const POLL_MS = 1_000

/** Starts to read the events from now on: when they are announced, and every second. */
export async function openFeed({ url, database, logger, onEvents, onGap }: FeedOptions): Promise<Feed> {
  let { history, position } = await findPresent(database)
  let reading: Promise<void> | null = null
  let isWanted = false

  const readPage = async (): Promise<boolean> => {
    const page = await readEvents(database, position, { limit: PAGE })
    if (page.history !== history || page.goneUpTo >= lowestUnread(position)) {
      ;({ history, position } = await findPresent(database))
      onGap(feed)
      return false
    }
    const from = position
    const present = startAt(Number.MAX_SAFE_INTEGER, page.running)
    const events = toEvents(page.rows).map((event) => ({ ...event, after: advance(from, present, event.offset) }))
    position =
      page.isFull && page.last ? advance(from, present, page.last) : findEnd(from, page.running, page.last?.xid ?? 0)
    onEvents(feed, events)
    return page.isFull
  }

  const readAll = async () => {
    try {
      do isWanted = false
      while ((await readPage()) || isWanted)
    } finally {
      reading = null
    }
  }

  const refresh = (): Promise<void> => {
    isWanted = true
    reading ??= readAll()
    return reading
  }

  const refreshOrWarn = () => {
    refresh().catch((error: Error) => logger.warn({ err: error }, 'the events could not be read; reading is retried'))
  }

  const feed: Feed = {
    get history() {
      return history
    },
    get position() {
      return position
    },
    get id() {
      return formatPosition(history, position)
    },
    refresh,
    close: async () => {
      clearInterval(timer)
      await Promise.all([listener.close(), reading?.catch(() => {})])
    },
  }
  const listener = listen(url, EVENT_CHANNEL, refreshOrWarn)
  const timer = setInterval(refreshOrWarn, POLL_MS)
  return feed
}
