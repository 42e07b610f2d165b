import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { MemoryStore, type Options, rateLimit } from 'express-rate-limit'
import { ProblemError } from '../../errors.js'
import { callerKeyOf, networkOf } from './address.js'
import { claimOf } from './authenticate.js'
import { type SharedCounts, SharedStore } from './shared-counts.js'

const MINUTE_MS = 60_000

const options = {
  windowMs: MINUTE_MS,
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  // These checks only print warnings, and tests cover the same faults.
  validate: false,
} satisfies Partial<Options>

const pass: RequestHandler = (_request, _response, next) => next()

/** Answers 429 beyond `limit` requests a minute for each user, or for each address without a key. 0 means no limit. */
export function limitRequests(limit: number, counts: SharedCounts): RequestHandler {
  return limit === 0
    ? pass
    : rateLimit({
        ...options,
        limit,
        identifier: 'requests',
        store: new SharedStore('requests', limit, counts),
        keyGenerator: callerKeyOf,
        handler: (_request, _response, next) => next(tooMany(`More than ${limit} requests came within a minute.`)),
      })
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
  const limiter = (store: MemoryStore, keyGenerator: (request: Request) => string) =>
    rateLimit({
      ...options,
      limit,
      identifier: 'failures',
      store,
      keyGenerator,
      handler: (_request, _response, next) => next(tooMany(detail)),
    })
  const ofAddresses = limiter(new SharedStore('failures', limit, counts), networkOf)
  const ofKeys = limiter(new MemoryStore(), namedKeyOf)
  return {
    require: async (request) => {
      const named = claimOf(request) !== null
      const count = await (named ? ofKeys.getKey(namedKeyOf(request)) : ofAddresses.getKey(networkOf(request)))
      if (!count || count.totalHits < limit) return
      const seconds = Math.ceil(((count.resetTime?.getTime() ?? 0) - Date.now()) / 1_000)
      throw tooMany(detail, { 'Retry-After': String(Math.max(1, seconds)) })
    },
    count: (error: unknown, request, response, next) => {
      if (!(error instanceof ProblemError && error.code === 'unauthenticated')) return next(error)
      const countAddress = () => ofAddresses(request, response, (limited?: unknown) => next(limited ?? error))
      return claimOf(request) === null ? countAddress() : ofKeys(request, response, countAddress)
    },
  }
}

/** The key or session that a request names, as it comes from its address. */
function namedKeyOf(request: Request): string {
  return `${networkOf(request)} ${claimOf(request)?.id}`
}

function tooMany(detail: string, headers?: Record<string, string>) {
  return new ProblemError('too_many_requests', detail, headers && { headers })
}
