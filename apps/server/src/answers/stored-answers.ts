import { ask, askOne } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

const STORED_MS = 24 * 60 * 60 * 1_000

/** How many answers of a user are stored. */
const MOST_ANSWERS = 10_000

/** The user, operation and key of a request, which identify its repetition. */
export interface RequestKey {
  userId: string
  operation: string
  key: string
}

/** The SHA-256 of the request, and the facts needed to answer it again. */
export interface StoredAnswerRow {
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
export async function findStoredAnswer(
  transaction: Queryable,
  { userId, operation, key }: RequestKey,
): Promise<StoredAnswerRow | null> {
  const [row] = await ask<StoredAnswerRow>(
    transaction,
    Prisma.sql`
      SELECT digest, answer FROM kept_answer
      WHERE user_id = ${userId}::uuid AND operation = ${operation} AND key = ${key}
        AND created_at > ${new Date(Date.now() - STORED_MS)}`,
  )
  return row ?? null
}

/**
 * Stores the answer to the request whose key this transaction has locked. Removes a few that are older than 24 hours, and the
 * user's oldest beyond 10,000.
 */
export async function storeAnswer(
  transaction: Queryable,
  { userId, operation, key }: RequestKey,
  digest: Uint8Array<ArrayBuffer>,
  answer: object | null,
): Promise<void> {
  await ask(
    transaction,
    Prisma.sql`
      DELETE FROM kept_answer WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM kept_answer WHERE created_at < ${new Date(Date.now() - STORED_MS)}
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
      INSERT INTO kept_answer (user_id, operation, key, digest, answer, created_at)
      VALUES (${userId}::uuid, ${operation}, ${key}, ${digest}, ${stored}::json, ${new Date()})
      ON CONFLICT (user_id, operation, key)
      DO UPDATE SET digest = excluded.digest, answer = excluded.answer, created_at = excluded.created_at`,
  )
}
