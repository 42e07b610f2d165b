import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { type Options, rateLimit } from 'express-rate-limit'
import { type CredentialClaim, sameSecret } from '../../credentials/credential.js'
import { ProblemError } from '../../errors.js'
import { claimOf } from './authenticate.js'
import { callerKeyOf, networkOf } from './caller-key.js'
import { type SharedCounts, SharedStore } from './shared-counts.js'

const MINUTE_MS = 60_000
/** Of how many keys and sessions a server remembers that they were valid; those that were used last. */
const MOST_REMEMBERED = 10_000

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
  /** Throws `too_many_requests` when the address has used up its failures, unless the key was valid before. */
  require(request: Request): Promise<void>
  remember(caller: CredentialClaim): void
  /** Counts failed authentications, and passes all errors on. */
  count: ErrorRequestHandler
}

const noFailureLimit: FailureLimit = {
  require: async () => {},
  remember: () => {},
  count: (error, _request, _response, next) => next(error),
}

/**
 * Beyond `limit` failed authentications a minute, an address gets 429 before its key is looked up. A key that was valid before
 * still passes, so that one client cannot lock out others behind the same address. 0 means no limit.
 */
export function limitFailures(limit: number, counts: SharedCounts): FailureLimit {
  if (limit === 0) return noFailureLimit
  const good = new Map<string, Uint8Array>()
  const detail = `More than ${limit} requests without a valid key came from this address within a minute.`
  const failures = rateLimit({
    ...options,
    limit,
    identifier: 'failures',
    store: new SharedStore('failures', limit, counts),
    keyGenerator: networkOf,
    handler: (_request, _response, next) => next(tooMany(detail)),
  })

  const wasGood = (request: Request) => {
    const claim = claimOf(request)
    const known = claim && good.get(claim.id)
    return claim && known ? sameSecret(known, claim.secretHash) : false
  }

  return {
    require: async (request) => {
      const { totalHits = 0, resetTime } = (await failures.getKey(networkOf(request))) ?? {}
      if (totalHits < limit || wasGood(request)) return
      const seconds = Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1_000)
      throw tooMany(detail, { 'Retry-After': String(Math.max(1, seconds)) })
    },
    remember: ({ id, secretHash }) => {
      good.delete(id)
      good.set(id, secretHash)
      const [oldest] = good.keys()
      if (good.size > MOST_REMEMBERED && oldest !== undefined) good.delete(oldest)
    },
    count: (error: unknown, request, response, next) => {
      if (!(error instanceof ProblemError && error.code === 'unauthenticated')) return next(error)
      return failures(request, response, (limited?: unknown) => next(limited ?? error))
    },
  }
}

function tooMany(detail: string, headers?: Record<string, string>) {
  return new ProblemError('too_many_requests', detail, headers && { headers })
}
