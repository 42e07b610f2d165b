import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { contract } from '@media-library/contract'
import type { Response } from 'express'
import { ask, askOne, type Database, type Queryable } from '../database/ask.js'
import { inStatement, inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/** A request that must not take effect twice. */
export interface KeyedRequest {
  user: { id: string }
  operation: keyof typeof contract
  /** The `Idempotency-Key`, if there is one. */
  key: string | undefined
  /** Everything that the response depends on. Lists are sets. */
  body: object
}

/**
 * Does work whose effect is one statement, once for each key of a user and operation. Within 24 hours, the same request gets the result
 * of the first one, and the response says so. Nothing is stored when the work throws. Throws `still_running` or `key_reused`.
 */
export async function idempotently<Answer extends object | null>(
  database: Database,
  { user, operation, key, body }: KeyedRequest,
  response: Response,
  work: (queryable: Queryable) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return inStatement(database, work)
  const request = { userId: user.id, operation, key }
  const digest = await toDigest(body)
  const { answer, replayed } = await inTransaction(database, async (transaction) => {
    if (!(await claimKey(transaction, request))) throw stillRunning()
    const stored = await findKeptAnswer(transaction, request)
    if (stored) {
      requireSame(digest, stored.digest)
      return { answer: stored.answer as Answer, replayed: true }
    }
    const answer = await work(transaction)
    await keepAnswer(transaction, request, digest, answer)
    return { answer, replayed: false }
  })
  if (replayed) response.setHeader('Idempotency-Replayed', 'true')
  return answer
}

/** The number of ids that are hashed before other requests have their turn. */
const AT_ONCE = 2_000

/** Returns the SHA-256 of a request: of a line for each name, and for each value as JSON. Lists are sets. */
async function toDigest(input: object): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(input)) {
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

function requireSame(digest: Uint8Array, before: Uint8Array) {
  if (Buffer.compare(digest, before) === 0) return
  throw new ProblemError(
    'key_reused',
    'You sent a different request with this Idempotency-Key within the last 24 hours.',
  )
}

/** The condition that an answer is older than 24 hours, by the clock of the database, which all servers share. */
const isExpired = Prisma.sql`created_at <= now() - interval '24 hours'`

/** The number of answers that are stored for a user. */
const MOST_ANSWERS = 10_000

/** The user, operation and key of a request, which identify its repetition. */
export interface RequestKey {
  userId: string
  operation: string
  key: string
}

/** The SHA-256 of the request, and the facts needed to answer it again. */
export interface KeptAnswerRow {
  digest: Uint8Array
  answer: Prisma.JsonValue
}

/** Locks a key until the transaction ends. Returns false at once while another transaction has it. */
export async function claimKey(transaction: Queryable, { userId, operation, key }: RequestKey): Promise<boolean> {
  const { claimed } = await askOne<{ claimed: boolean }>(
    transaction,
    Prisma.sql`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${operation} ${key}`}, 0)) AS claimed`,
  )
  return claimed
}

/** Finds the answer to a request with the key in the last 24 hours, or null. */
export async function findKeptAnswer(
  transaction: Queryable,
  { userId, operation, key }: RequestKey,
): Promise<KeptAnswerRow | null> {
  const [row] = await ask<KeptAnswerRow>(
    transaction,
    Prisma.sql`
      SELECT digest, answer FROM kept_answer
      WHERE user_id = ${userId}::uuid AND operation = ${operation} AND key = ${key}
        AND NOT (${isExpired})`,
  )
  return row ?? null
}

/**
 * Stores the answer to the request whose key this transaction has locked. Removes a few that are older than 24 hours, and the
 * user's oldest beyond 10,000.
 */
export async function keepAnswer(
  transaction: Queryable,
  { userId, operation, key }: RequestKey,
  digest: Uint8Array<ArrayBuffer>,
  answer: object | null,
): Promise<void> {
  await ask(
    transaction,
    Prisma.sql`
      DELETE FROM kept_answer WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM kept_answer WHERE ${isExpired}
        ORDER BY created_at LIMIT 10 FOR UPDATE SKIP LOCKED
      ) || ARRAY (
        SELECT ctid FROM kept_answer WHERE user_id = ${userId}::uuid ORDER BY created_at
        LIMIT (SELECT greatest(0, count(*) - ${MOST_ANSWERS - 1}::int) FROM kept_answer WHERE user_id = ${userId}::uuid)
        FOR UPDATE SKIP LOCKED
      ))`,
  )
  const stored = answer === null ? null : JSON.stringify(answer)
  await ask(
    transaction,
    Prisma.sql`
      INSERT INTO kept_answer (user_id, operation, key, digest, answer)
      VALUES (${userId}::uuid, ${operation}, ${key}, ${digest}, ${stored}::json)
      ON CONFLICT (user_id, operation, key)
      DO UPDATE SET digest = excluded.digest, answer = excluded.answer, created_at = now()`,
  )
}
