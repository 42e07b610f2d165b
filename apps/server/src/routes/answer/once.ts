import { createHash } from 'node:crypto'
import type { contract } from '@media-library/contract'
import type { Response } from 'express'
import type { Database, Queryable } from '../../database/connect.js'
import { inStatement, inTransaction } from '../../database/transaction.js'
import { ProblemError } from '../../errors.js'
import { claimKey, findKeptAnswer, keepAnswer } from '../../repositories/kept-answer.js'

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
export async function once<Answer extends object | null>(
  database: Database,
  { user, operation, key, asked }: KeyedRequest,
  response: Response,
  work: (queryable: Queryable) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return inStatement(database, work)
  const request = { userId: user.id, operation, key }
  const digest = digestOf(asked)
  const { answer, replayed } = await inTransaction(database, async (transaction) => {
    if (!(await claimKey(transaction, request))) throw stillRunning()
    const kept = await findKeptAnswer(transaction, request)
    if (kept) {
      requireSame(digest, kept.digest)
      return { answer: kept.answer as Answer, replayed: true }
    }
    const answer = await work(transaction)
    await keepAnswer(transaction, request, digest, answer)
    return { answer, replayed: false }
  })
  if (replayed) response.setHeader('Idempotency-Replayed', 'true')
  return answer
}

function digestOf(asked: object) {
  const sets = Object.entries(asked).map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value])
  const text = JSON.stringify(Object.fromEntries(sets))
  return new Uint8Array(createHash('sha256').update(text).digest())
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
