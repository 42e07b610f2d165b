import type { ServerResponse } from 'node:http'
import type { Database } from '../database/ask.js'
import { RefusedError } from '../errors.js'
import type { Logger } from '../logger.js'
import { listValidCredentials, SESSION_IDLE, SESSION_SEEN } from '../users/session.js'
import { createAudience } from './audience.js'
import { type Feed, openFeed, type PlacedEvent } from './feed.js'
import { Listener, type ListeningCaller, toIdText, toText } from './listener.js'
import { formatPosition } from './position.js'
import { resume } from './resume.js'

/** The request of a client to listen. */
export interface ListenInput {
  /** The `id` of the last event that it received. */
  lastEventId?: string | undefined
  /** Whether to end after the first events, or after this number of seconds. */
  wait?: number | undefined
}

/** Sends events to the clients that listen to a server. */
export interface EventHub {
  /** Throws `unavailable` or `too_many_requests` when the caller cannot listen now. */
  requireUnderLimit(caller: ListeningCaller): Promise<void>
  /** Sends events as a response whose headers are set, until the client leaves or may no longer listen. */
  join(response: ServerResponse, caller: ListeningCaller, input: ListenInput): void
  /** The number of clients that listen, and how many events they were sent so far. */
  readonly counts: { listeners: number; sent: number }
  /** Ends all responses, and refuses further ones. */
  drain(): void
  close(): Promise<void>
}

const SECOND = 1_000

/** The milliseconds between two checks of the listeners: one who may no longer listen receives nothing after a second. */
const CHECK_MS = SECOND / 2

/**
 * The shortest time in milliseconds after which a client reconnects. The actual time is up to three times as long, so that not all
 * reconnect at once.
 */
const RETRY_MS = 500

interface HubOptions {
  url: string
  database: Database
  logger: Logger
  /** The number of clients that may listen at once. */
  limit: number
}

/** Creates the hub of a server. It uses the database from the first client on. */
export function createEventHub({ url, database, logger, limit }: HubOptions): EventHub {
  const audience = createAudience(limit)
  let opening: Promise<Feed> | null = null
  let feed: Feed | null = null
  let timers: NodeJS.Timeout[] = []
  let isDraining = false
  let sent = 0

  const onEvents = ({ history }: Feed, events: PlacedEvent[]) => {
    const outbox = new Map<string, string[]>()
    for (const { event, readers, after } of events) {
      const listening = readers.filter((userId) => audience.has(userId))
      const text = listening.length > 0 ? toText(formatPosition(history, after), event) : ''
      for (const userId of listening) {
        const texts = outbox.get(userId)
        if (texts) texts.push(text)
        else outbox.set(userId, [text])
      }
    }
    for (const [userId, texts] of outbox) {
      // All listeners of a user share the bytes, however slowly they read.
      const bytes = Buffer.from(texts.join(''))
      for (const listener of audience.ofUser(userId)) listener.send(bytes, texts.length)
    }
  }

  const onGap = ({ id }: Feed) => {
    const bytes = Buffer.from(toText(id, { type: 'reset' }))
    for (const listener of audience.all()) listener.send(bytes, 1)
  }

  const endInvalid = async () => {
    const listeners = audience.all()
    if (listeners.length === 0) return
    const ids = new Set(listeners.map(({ credentialId }) => credentialId))
    const valid = await listValidCredentials(database, [...ids], { idleMs: SESSION_IDLE, seenMs: SESSION_SEEN })
    for (const listener of listeners) if (!valid.has(listener.credentialId)) listener.end()
  }

  const open = async () => {
    const opened = await openFeed({ url, database, logger, onEvents, onGap })
    feed = opened
    const beat = () => {
      for (const listener of audience.nextShare()) listener.beat(toIdText(opened.id))
    }
    const check = () => {
      endInvalid().catch((error: Error) => {
        logger.warn({ err: error }, 'the keys and sessions of listeners could not be checked; the check is retried')
      })
    }
    timers = [setInterval(beat, SECOND), setInterval(check, CHECK_MS)]
    return opened
  }

  const begin = async (opened: Feed, listener: Listener, { lastEventId, wait }: ListenInput) => {
    const retry = `retry: ${Math.round(RETRY_MS * (1 + 2 * Math.random()))}\n\n`
    try {
      await listener.sendMissed(retry, 0)
      if (lastEventId !== undefined) await resume(database, opened, listener, lastEventId)
      else {
        await opened.refresh()
        await listener.sendMissed(toIdText(opened.id), 0)
        listener.letGo()
      }
      if (wait === 0) listener.end()
    } catch (error) {
      if (listener.isOpen) logger.warn({ err: error }, 'the missed events could not be sent')
      listener.end()
    }
  }

  return {
    requireUnderLimit: async ({ userId }) => {
      if (isDraining) throw stopping()
      audience.requireUnderLimit(userId)
      opening ??= open().catch((error) => {
        opening = null
        throw error
      })
      await opening
    },
    join: (response, caller, input) => {
      const onSent = (count: number) => {
        sent += count
      }
      const listener = new Listener(response, { ...caller, isBrief: input.wait !== undefined, onSent })
      if (isDraining || feed === null) return listener.end()
      audience.add(listener)
      const end = () => {
        listener.beat(toIdText(feed?.id ?? ''))
        listener.end()
      }
      const limit = input.wait ? setTimeout(end, input.wait * SECOND) : undefined
      response.once('close', () => {
        clearTimeout(limit)
        audience.remove(listener)
      })
      void begin(feed, listener, input)
    },
    get counts() {
      return { listeners: audience.size, sent }
    },
    drain: () => {
      isDraining = true
      for (const listener of audience.all()) listener.end()
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await feed?.close()
    },
  }
}

function stopping() {
  return new RefusedError('The server is stopping.', { retryAfter: 1 })
}
