import { createFairMemory } from './fair-memory.js'
import { createFairSemaphore, type FairSemaphore, type SemaphoreLimits } from './fair-semaphore.js'

const SECOND = 1_000
const MIB = 1_024 * 1_024

/**
 * The milliseconds that a body within the limits of the contract may take to validate. No body, however hostile, needs as long.
 */
export const VALIDATION_LIMIT_MS = 20 * SECOND

/** The seconds after which a caller should send a large body again. */
export const RETRY_LARGE_S = 5

/** The classes of work with a fixed limit. `each` is the limit of one caller. */
const limits = {
  /** Each may hold a connection for as long as its reader takes. The rest of the pool is for short work. */
  longList: {
    atOnce: 4,
    each: 2,
    waiting: 10,
    waitMs: 10 * SECOND,
    retryAfter: 5,
    refusal: 'Too many long lists are being read.',
  },
  /** Large bodies, one at a time, because each takes up to 100 MB until its response starts, and ten at once would not be faster. */
  largeBody: {
    atOnce: 1,
    each: 1,
    waiting: 20,
    waitMs: 60 * SECOND,
    retryAfter: RETRY_LARGE_S,
    refusal: 'Too many large requests came at once.',
  },
  /** There is one thread for it. */
  bodyValidation: {
    atOnce: 1,
    each: 1,
    waiting: 100,
    waitMs: VALIDATION_LIMIT_MS,
    retryAfter: RETRY_LARGE_S,
    refusal: 'Too many large bodies came at once.',
  },
  /** Each ends the oldest sessions of its user. Several would wait for each other over the connections of the pool. */
  signIn: {
    atOnce: 4,
    each: 1,
    waiting: 1_000,
    waitMs: 60 * SECOND,
    retryAfter: 5,
    refusal: 'Too many sign-ins came at once.',
  },
  /** Each hash takes a processor for a tenth of a second, and 32 MiB. */
  password: {
    atOnce: 2,
    each: 2,
    waiting: 20,
    waitMs: 20 * SECOND,
    retryAfter: 5,
    refusal: 'Too many passwords are being checked.',
  },
  /** Each lasts as long as its sender takes. */
  upload: {
    atOnce: 1_000,
    each: 100,
    sure: 1,
    waiting: 1_000,
    waitMs: 60 * SECOND,
    retryAfter: 5,
    refusal: 'Too many uploads came at once.',
  },
  /** A turn records all uploads of a user that wait for it. Several would wait for each other over the pool's connections. */
  uploadRecord: {
    atOnce: 4,
    each: 1,
    waiting: 100,
    waitMs: 60 * SECOND,
    retryAfter: 5,
    refusal: 'Too many uploads are being recorded.',
  },
  /** Each holds a file open for as long as its reader takes. */
  archive: {
    atOnce: 100,
    each: 2,
    sure: 1,
    waiting: 10,
    waitMs: 10 * SECOND,
    retryAfter: 5,
    refusal: 'Too many archives are being made.',
  },
  /** A list of what to download may take as long as 30 s. No reader of an archive holds one up. */
  archiveList: {
    atOnce: 20,
    each: 2,
    waiting: 10,
    waitMs: 10 * SECOND,
    retryAfter: 5,
    refusal: 'Too many archives are being listed.',
  },
  /** After a restart, all clients of another server may resume their events here at once. */
  replay: {
    atOnce: 4,
    each: 1,
    waiting: 1_000,
    waitMs: 60 * SECOND,
    retryAfter: 5,
    refusal: 'Too many clients resume at once.',
  },
} satisfies Record<string, SemaphoreLimits>

/** Returns the limits of handlers, which depend on the number of connections in the pool. */
function requestLimits({ connections, waitMs }: { connections: number; waitMs: number }) {
  const refusal = 'Too many requests are being processed.'
  return {
    request: {
      atOnce: connections,
      // The other half is for the long lists and large requests of the same caller, and for others.
      each: Math.max(1, Math.floor(connections / 2)),
      // More long statements of one caller than processors would only keep the statements of others from these.
      work: SECOND / 5,
      waiting: 10_000,
      waitMs,
      retryAfter: 1,
      refusal,
    },
    /** Also each later part of a long list that is changed while its answer is sent. */
    largeRequest: {
      atOnce: Math.max(1, Math.floor(connections / 3)),
      each: 1,
      waiting: 100,
      waitMs: 60 * SECOND,
      retryAfter: 5,
      refusal,
    },
  } satisfies Record<string, SemaphoreLimits>
}

/** The semaphores that admit the work of each class in this process, in fair turns of the callers. */
export const admission = toSemaphores(limits)

/**
 * The memory that the bodies of requests take in this process until their responses start. A single body may take up to 10 MB.
 */
export const bodyMemory = createFairMemory({
  bytes: 128 * MIB,
  /** The bytes of a usual request, which is never refused. */
  sure: MIB / 4,
  refusal: 'The bodies of too many requests came at once.',
  retryAfter: RETRY_LARGE_S,
})

/** Creates the semaphores that admit the handlers of one server. */
export function admitRequests(pool: { connections: number; waitMs: number }) {
  return toSemaphores(requestLimits(pool))
}

function toSemaphores<Class extends string>(limits: Record<Class, SemaphoreLimits>): Record<Class, FairSemaphore> {
  const entries = Object.entries<SemaphoreLimits>(limits)
  return Object.fromEntries(entries.map(([name, limit]) => [name, createFairSemaphore(limit)])) as Record<
    Class,
    FairSemaphore
  >
}
