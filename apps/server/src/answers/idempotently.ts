import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { contract } from '@media-library/contract'
import type { Response } from 'express'
import type { Database, Queryable } from '../database/connect.js'
import { inStatement, inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { claimKey, findStoredAnswer, storeAnswer } from './stored-answers.js'

/** A request that must not take effect twice. */
export interface KeyedRequest {
  user: { id: string }
  operation: keyof typeof contract
  /** The `Idempotency-Key`, if there is one. */
  key: string | undefined
  /** Everything that the response depends on. Lists are sets. */
  asked: object
}

/**
 * Does work whose effect is one statement, once for each key of a user and operation. Within 24 hours, the same request gets the
 * result of the first one, and the response says so. Nothing is stored when the work throws. Throws `still_running` or
 * `key_reused`.
 */
export async function idempotently<Answer extends object | null>(
  database: Database,
  { user, operation, key, asked }: KeyedRequest,
  response: Response,
  work: (queryable: Queryable) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return inStatement(database, work)
  const request = { userId: user.id, operation, key }
  const digest = await digestOf(asked)
  const { answer, replayed } = await inTransaction(database, async (transaction) => {
    if (!(await claimKey(transaction, request))) throw stillRunning()
    const stored = await findStoredAnswer(transaction, request)
    if (stored) {
      requireSame(digest, stored.digest)
      return { answer: stored.answer as Answer, replayed: true }
    }
    const answer = await work(transaction)
    await storeAnswer(transaction, request, digest, answer)
    return { answer, replayed: false }
  })
  if (replayed) response.setHeader('Idempotency-Replayed', 'true')
  return answer
}

/** How many ids are hashed before others have their turn. */
const AT_ONCE = 2_000

/** The SHA-256 of a request: a line for each name, and for each value as JSON. Lists are sets. */
async function digestOf(asked: object): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(asked)) {
    hash.update(`${name}\n`)
    if (Array.isArray(value)) await hashSet(hash, value)
    else hash.update(toLine(value))
  }
  return new Uint8Array(hash.digest())
}

async function hashSet(hash: Hash, values: unknown[]): Promise<void> {
  const met = new Set()
  for (let start = 0; start < values.length; start += AT_ONCE) {
    const fresh = values.slice(start, start + AT_ONCE).filter((value) => met.size < met.add(value).size)
    hash.update(fresh.map(toLine).join(''))
    if (values.length > AT_ONCE) await setImmediate()
  }
}

function toLine(value: unknown) {
  return `${JSON.stringify(value)}\n`
}

function stillRunning() {
  return new ProblemError('still_running', 'A request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })
}

function requireSame(asked: Uint8Array, before: Uint8Array) {
  if (Buffer.compare(asked, before) === 0) return
  throw new ProblemError(
    'key_reused',
    'You sent a different request with this Idempotency-Key within the last 24 hours.',
  )
}
