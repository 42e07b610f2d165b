import { randomUUID } from 'node:crypto'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { MemoryStore, type Options } from 'express-rate-limit'
import * as z from 'zod'
import type { Database } from '../../database/ask.js'
import { listen, type NoticeListener, notify } from '../../database/notices.js'
import { ProblemError } from '../../errors.js'
import { callerKeyOf, claimOf, networkOf } from './caller.js'

const WINDOW_MS = 60_000

const pass: RequestHandler = (_request, _response, next) => next()

/** Answers 429 beyond `limit` requests a minute for each user, or for each address without a key. 0 means no limit. */
export function limitRequests(limit: number, counts: SharedCounts): RequestHandler {
  if (limit === 0) return pass
  const store = new SharedStore('requests', limit, counts)
  const detail = `More than ${limit} requests came within a minute.`
  return limitBy(store, { name: 'requests', limit, keyOf: callerKeyOf, detail })
}

/** The limit that slows down guessing keys. */
export interface FailureLimit {
  /** Throws `too_many_requests` when the address has used up its failures, and the request names no key that may be valid. */
  require(request: Request): Promise<void>
  /** Counts failed authentications, and passes all errors on. */
  count: ErrorRequestHandler
}

const noFailureLimit: FailureLimit = {
  require: async () => {},
  count: (error, _request, _response, next) => next(error),
}

/**
 * Beyond `limit` failed authentications a minute, an address gets 429 for what is no key and for each key that fails. Clients behind
 * the same address are not locked out: a key is looked up until this very key has failed as often from there. 0 means no limit.
 */
export function limitFailures(limit: number, counts: SharedCounts): FailureLimit {
  if (limit === 0) return noFailureLimit
  const detail = `More than ${limit} requests without a valid key came from this address within a minute.`
  const ofAddresses = new SharedStore('failures', limit, counts)
  const ofKeys = new CountStore()
  const limitAddress = limitBy(ofAddresses, { name: 'failures', limit, keyOf: networkOf, detail })
  const limitKey = limitBy(ofKeys, { name: 'failures', limit, keyOf: namedKeyOf, detail })
  return {
    require: async (request) => {
      const named = claimOf(request) !== null
      const count = await (named ? ofKeys.get(namedKeyOf(request)) : ofAddresses.get(networkOf(request)))
      if (count && count.totalHits >= limit) throw tooMany(detail, secondsUntil(count.resetTime))
    },
    count: (error: unknown, request, response, next) => {
      if (!(error instanceof ProblemError && error.code === 'unauthenticated')) return next(error)
      const countAddress = () => limitAddress(request, response, (limited?: unknown) => next(limited ?? error))
      return claimOf(request) === null ? countAddress() : limitKey(request, response, countAddress)
    },
  }
}

/** The key or session that a request names, as it comes from its address. */
function namedKeyOf(request: Request): string {
  return `${networkOf(request)} ${claimOf(request)?.id}`
}

interface Limit {
  name: string
  limit: number
  /** What the requests that are counted together have in common. */
  keyOf(request: Request): string
  detail: string
}

/** Counts a request, announces how many are left, and passes on `too_many_requests` beyond the limit. */
function limitBy(store: CountStore, { name, limit, keyOf, detail }: Limit): RequestHandler {
  const policy = `"${name}"; q=${limit}; w=${WINDOW_MS / 1_000}`
  return async (request, response, next) => {
    const { totalHits, resetTime } = await store.increment(keyOf(request))
    const seconds = secondsUntil(resetTime)
    response.appendHeader('RateLimit', `"${name}"; r=${Math.max(0, limit - totalHits)}; t=${seconds}`)
    response.appendHeader('RateLimit-Policy', policy)
    next(totalHits > limit ? tooMany(detail, seconds) : undefined)
  }
}

function secondsUntil(time: Date | undefined) {
  return Math.max(1, Math.ceil(((time?.getTime() ?? 0) - Date.now()) / 1_000))
}

function tooMany(detail: string, seconds: number) {
  return new ProblemError('too_many_requests', detail, { headers: { 'Retry-After': String(seconds) } })
}

/** What a server counted of one caller, until that count starts anew at `resetAt`, in milliseconds since 1970. */
const Count = z.object({ key: z.string(), hits: z.number(), resetAt: z.number() })
type Count = z.infer<typeof Count>

/** What a server publishes to the others. */
const Message = z.object({ server: z.string(), counts: z.array(Count) })

/** The counts of callers that come near a limit, shared by all servers of a database. */
export interface SharedCounts {
  /** Publishes a count soon. Returns how many hits the other servers published. */
  share(count: Count): number
  close(): Promise<void>
}

const CHANNEL = 'rate_counts'
const INTERVAL_MS = 500
/** As many as surely fit into a notification, which may have 8,000 bytes. */
const MOST = 50

/**
 * Shares counts by notifications of PostgreSQL, twice a second while there are any. A request never waits for them, and a server
 * without callers near a limit neither listens nor publishes.
 */
export function createSharedCounts({ url, database }: { url: string; database: Database }): SharedCounts {
  const server = randomUUID()
  const own = new Map<string, Count>()
  const ofOthers = new Map<string, Count[]>()
  let sharing: { listener: NoticeListener; timer: NodeJS.Timeout } | null = null

  const onMessage = (payload?: string) => {
    const message = payload === undefined ? null : readMessage(payload)
    if (message && message.server !== server) ofOthers.set(message.server, message.counts)
  }

  const publish = async () => {
    for (const { key, resetAt } of own.values()) if (resetAt <= Date.now()) own.delete(key)
    for (const [other, counts] of ofOthers)
      if (counts.every(({ resetAt }) => resetAt <= Date.now())) ofOthers.delete(other)
    if (own.size === 0) return end()
    const counts = [...own.values()].sort((one, other) => other.hits - one.hits).slice(0, MOST)
    await notify(database, CHANNEL, JSON.stringify({ server, counts }))
  }

  const end = async () => {
    const ending = sharing
    sharing = null
    clearInterval(ending?.timer)
    ofOthers.clear()
    await ending?.listener.close()
  }

  return {
    share: (count) => {
      own.set(count.key, count)
      sharing ??= {
        listener: listen(url, CHANNEL, onMessage),
        timer: setInterval(() => void publish(), INTERVAL_MS).unref(),
      }
      const now = Date.now()
      return [...ofOthers.values()]
        .flat()
        .filter(({ key, resetAt }) => key === count.key && resetAt > now)
        .reduce((sum, { hits }) => sum + hits, 0)
    },
    close: end,
  }
}

/** Returns null for what a server of another version says differently. */
function readMessage(payload: string) {
  try {
    return Message.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

/** A caller is near its limit from this part of it on. Before, each server counts for itself. */
const NEAR = 0.1

/** Counts hits in memory. A count starts anew a minute after its first hit. */
class CountStore extends MemoryStore {
  constructor() {
    super()
    this.init({ windowMs: WINDOW_MS } as Options)
  }

  override async get(key: string) {
    await this.#endIfLate(key)
    return super.get(key)
  }

  override async increment(key: string) {
    await this.#endIfLate(key)
    return super.increment(key)
  }

  /** Once the clock is set back, a count would last for hours. */
  async #endIfLate(key: string) {
    const { resetTime } = (await super.get(key)) ?? {}
    if (resetTime && resetTime.getTime() > Date.now() + WINDOW_MS) await this.resetKey(key)
  }
}

/** The same, and shares the counts of callers that are near their limit. */
export class SharedStore extends CountStore {
  readonly #name: string
  readonly #limit: number
  readonly #counts: SharedCounts

  constructor(name: string, limit: number, counts: SharedCounts) {
    super()
    this.#name = name
    this.#limit = limit
    this.#counts = counts
  }

  override async get(key: string) {
    const own = await super.get(key)
    return own && this.#addOthers(key, own)
  }

  override async increment(key: string) {
    return this.#addOthers(key, await super.increment(key))
  }

  #addOthers<Info extends { totalHits: number; resetTime: Date | undefined }>(key: string, own: Info): Info {
    if (own.totalHits < this.#limit * NEAR) return own
    const resetAt = own.resetTime?.getTime() ?? 0
    const others = this.#counts.share({ key: `${this.#name} ${key}`, hits: own.totalHits, resetAt })
    return { ...own, totalHits: own.totalHits + others }
  }
}
