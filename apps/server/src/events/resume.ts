import { admission } from '../admission/admission.js'
import type { Database } from '../database/ask.js'
import { readEvents } from './event.js'
import type { Feed } from './feed.js'
import { type Listener, toText } from './listener.js'
import { advance, type EventPosition, formatPosition, isRead, lowestUnread, parsePosition } from './position.js'
import { toEvents } from './to-event.js'

const PAGE = 1_000

/**
 * Sends the events that a client missed since it received `lastEventId`, then the new ones. When some may be gone, it sends a
 * `reset` in their place. Rejects when the client reads too slowly or leaves, or when the database fails.
 */
export async function resume(database: Database, feed: Feed, listener: Listener, lastEventId: string): Promise<void> {
  const end = await admission.replay.acquire(listener.userId)
  try {
    // The server that sent the last event may have been ahead of this one.
    await feed.refresh()
    const position = parsePosition(feed.history, lastEventId)
    const start = feed.position
    // A database that was restored to an earlier moment has yet to reach the positions that it once gave.
    const from = position && position.top <= start.top ? position : null
    const isWhole = from !== null && (await sendMissed(database, feed, listener, { from, to: start }))
    listener.hold()
    const isStillWhole = isWhole && (await sendMissed(database, feed, listener, { from: start, to: feed.position }))
    if (!isStillWhole) await listener.sendMissed(toText(feed.id, { type: 'reset' }), 1)
    listener.letGo()
  } finally {
    end()
  }
}

/** Sends the events between two positions. Returns false when some of them may be gone. */
async function sendMissed(
  database: Database,
  { history }: Feed,
  listener: Listener,
  { from, to }: { from: EventPosition; to: EventPosition },
): Promise<boolean> {
  let position = from
  for (let isFull = true; isFull; ) {
    const page = await readEvents(database, position, { limit: PAGE, userId: listener.userId })
    if (page.history !== history || page.goneUpTo >= lowestUnread(position)) return false
    const start = position
    const missed = toEvents(page.rows.filter((row) => isRead(to, row)))
    const texts = missed.map(({ event, offset }) => toText(formatPosition(history, advance(start, to, offset)), event))
    await listener.sendMissed(texts.join(''), missed.length)
    isFull = page.isFull
    if (page.last) position = advance(start, to, page.last)
  }
  return true
}
