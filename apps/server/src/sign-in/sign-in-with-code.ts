import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { findActiveUser } from '../users/user.js'
import { requireCode } from './access.js'
import { beginSession } from './begin-session.js'
import { makeSecret, toHash } from './sign-in-state.js'

export const signInWithCode: Handler<'signInWithCode'> = async ({ body: { code }, req, res }, { database }) => {
  const userId = await takeSignInCode(database, toHash(code))
  const user = requireCode(userId === null ? null : await findActiveUser(database, userId))
  return { status: 201, body: await beginSession(database, { user }, { req, res }) }
}

/**
 * Returns an address that signs a user in to the page, once, within 10 minutes. The code is in the fragment, which browsers send to no
 * server, so that no log and no referrer contains it; the page removes it from the history.
 */
export async function makeSignInLink(
  database: Queryable,
  { url, userId }: { url: string; userId: string },
): Promise<string> {
  const code = makeSecret()
  await createSignInCode(database, { codeHash: toHash(code), userId })
  return `${url}/auth/link#${code}`
}

/** Stores the hash of a code that signs a user in, and removes the user's expired ones. */
export async function createSignInCode(
  database: Queryable,
  { codeHash, userId }: { codeHash: Uint8Array<ArrayBuffer>; userId: string },
): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH expired AS (
        DELETE FROM sign_in_code WHERE user_id = ${userId}::uuid AND created_at <= now() - interval '10 minutes')
      INSERT INTO sign_in_code (code_hash, user_id) VALUES (${codeHash}, ${userId}::uuid)`,
  )
}

/**
 * Consumes a code that was stored within 10 minutes. Returns the id of its user; null when there is no such code. A code can be consumed
 * only once.
 */
export async function takeSignInCode(database: Queryable, codeHash: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const [row] = await ask<{ userId: string }>(
    database,
    Prisma.sql`
      DELETE FROM sign_in_code WHERE code_hash = ${codeHash} AND created_at > now() - interval '10 minutes'
      RETURNING user_id AS "userId"`,
  )
  return row?.userId ?? null
}
