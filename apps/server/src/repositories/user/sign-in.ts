import { ask } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { Prisma, type SignIn as SignInRow } from '../../generated/prisma/client.js'

export type { SignInRow }

/** The maximum number of stored sign-ins. Anyone can begin any number, so the oldest ones are removed beyond it. */
const MOST = 10_000

/** Stores a new sign-in, and removes some that have expired or exceed the maximum. */
export async function createSignIn(
  database: Queryable,
  { stateHash, salt, redirectUri, browserHash = null }: Prisma.SignInUncheckedCreateInput,
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH expired AS (
        DELETE FROM sign_in WHERE state_hash IN (
          SELECT state_hash FROM sign_in
          WHERE created_at <= greatest(
            now() - interval '10 minutes',
            (SELECT created_at FROM sign_in ORDER BY created_at DESC OFFSET ${MOST - 1} LIMIT 1))
          LIMIT 100 FOR UPDATE SKIP LOCKED))
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
