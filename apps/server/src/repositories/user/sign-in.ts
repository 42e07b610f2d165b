import { ask } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { Prisma, type SignIn as SignInRow } from '../../generated/prisma/client.js'

export type { SignInRow }

/** How many of the stored sign-ins are kept. Anyone can begin any number, so older ones are removed. */
const KEPT = 10_000

/**
 * Stores a new sign-in, and removes some that have expired. Counting the others would take longer than all the rest, so only
 * one sign-in in 64, as its hash decides, also removes those beyond the number that is kept.
 */
export async function createSignIn(
  database: Queryable,
  { stateHash, salt, redirectUri, browserHash = null }: Prisma.SignInUncheckedCreateInput,
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH removed AS (
        DELETE FROM sign_in WHERE state_hash IN (
          SELECT state_hash FROM sign_in
          WHERE created_at <= greatest(
            now() - interval '10 minutes',
            CASE WHEN get_byte(${stateHash}, 0) < 4
              THEN (SELECT created_at FROM sign_in ORDER BY created_at DESC OFFSET ${KEPT - 1} LIMIT 1)
            END)
          LIMIT 1000 FOR UPDATE SKIP LOCKED))
      INSERT INTO sign_in (state_hash, salt, redirect_uri, browser_hash)
      VALUES (${stateHash}, ${salt}, ${redirectUri}, ${browserHash})`,
  )
}

/** Takes the sign-in of a state that began within 10 minutes, or returns null. It can be taken only once. */
export async function takeSignIn(database: Queryable, stateHash: Uint8Array<ArrayBuffer>): Promise<SignInRow | null> {
  const [row] = await ask<SignInRow>(
    database,
    Prisma.sql`
      DELETE FROM sign_in WHERE state_hash = ${stateHash} AND created_at > now() - interval '10 minutes'
      RETURNING state_hash AS "stateHash", salt, redirect_uri AS "redirectUri", browser_hash AS "browserHash",
                created_at AS "createdAt"`,
  )
  return row ?? null
}
