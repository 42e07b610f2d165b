import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { MemoryStore, type Options } from 'express-rate-limit'
import { ProblemError } from '../../errors.js'
import { readNamedClaim, toCallerKey, toNetwork } from './caller.js'

const WINDOW_MS = 60_000

const pass: RequestHandler = (_request, _response, next) => next()

/** Answers 429 beyond `limit` requests a minute for each user, or for each address without a key. 0 means no limit. */
export function limitRequests(limit: number): RequestHandler {
  if (limit === 0) return pass
  const detail = `More than ${limit} requests came within a minute.`
  return limitBy(new CountStore(), { name: 'requests', limit, toKey: toCallerKey, detail })
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
export function limitFailures(limit: number): FailureLimit {
  if (limit === 0) return noFailureLimit
  const detail = `More than ${limit} requests without a valid key came from this address within a minute.`
  const ofAddresses = new CountStore()
  const ofKeys = new CountStore()
  const limitAddress = limitBy(ofAddresses, { name: 'failures', limit, toKey: toNetwork, detail })
  const limitKey = limitBy(ofKeys, { name: 'failures', limit, toKey: toNamedKey, detail })
  return {
    require: async (request) => {
      const named = isNamed(request)
      const count = await (named ? ofKeys.get(toNamedKey(request)) : ofAddresses.get(toNetwork(request)))
      if (count && count.totalHits >= limit) throw tooMany(detail, secondsUntil(count.resetTime))
    },
    count: (error: unknown, request, response, next) => {
      const isFailure = error instanceof ProblemError && (error.code === 'unauthenticated' || request.isGuess)
      if (!isFailure) return next(error)
      const countAddress = () => limitAddress(request, response, (limited?: unknown) => next(limited ?? error))
      return !isNamed(request) ? countAddress() : limitKey(request, response, countAddress)
    },
  }
}

/** Returns whether a request names a key, a session or a link that may be valid. */
function isNamed(request: Request): boolean {
  return request.shareKey === undefined ? readNamedClaim(request) !== null : SHARE_KEY.test(request.shareKey)
}

const SHARE_KEY = /^[\w-]{43}$/

/** Returns the key, session or link that a request names, together with its address. */
function toNamedKey(request: Request): string {
  return `${toNetwork(request)} ${request.shareKey ?? readNamedClaim(request)?.id}`
}

interface Limit {
  name: string
  limit: number
  /** Returns the key by which requests are counted together. */
  toKey(request: Request): string
  detail: string
}

/** Counts a request, announces how many are left, and passes on `too_many_requests` beyond the limit. */
function limitBy(store: CountStore, { name, limit, toKey, detail }: Limit): RequestHandler {
  const policy = `"${name}"; q=${limit}; w=${WINDOW_MS / 1_000}`
  return async (request, response, next) => {
    const { totalHits, resetTime } = await store.increment(toKey(request))
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
