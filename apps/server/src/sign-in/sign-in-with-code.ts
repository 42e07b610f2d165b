import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { findActiveUser } from '../users/user.js'
import { requireCode } from './access.js'
import { beginSession } from './begin-session.js'
import { requireKeptSession } from './cookies.js'
import { makeSecret, toHash } from './sign-in-state.js'

export const signInWithCode: Handler<'signInWithCode'> = async ({ body: { code }, req, res }, { database }) => {
  // The code works once: a session that the browser drops would use it up.
  requireKeptSession(req)
  const userId = await takeSignInCode(database, toHash(code))
  const user = requireCode(userId === null ? null : await findActiveUser(database, userId))
  return { status: 201, body: await beginSession(database, { user }, { req, res }) }
}

/**
 * Returns an address that signs a user in to the page, once, within 10 minutes, or as an invitation within 7 days. The code is in the
 * fragment, which browsers send to no server, so that no log and no referrer contains it; the page removes it from the history.
 */
export async function makeSignInLink(
  database: Queryable,
  { url, userId, isInvitation = false }: { url: string; userId: string; isInvitation?: boolean },
): Promise<string> {
  const code = makeSecret()
  await createSignInCode(database, { codeHash: toHash(code), userId, isInvitation })
  return `${url}/auth/link#${code}`
}

/** A code to store. Without a user, it makes the first account. An invitation also ends the password of its user. */
export interface NewSignInCode {
  codeHash: Uint8Array<ArrayBuffer>
  userId: string | null
  isInvitation?: boolean
}

const MINUTES = 10
const DAY_MINUTES = 24 * 60

/** For how many minutes an invitation, or the code for the first account, is valid. */
const LONG_MINUTES = 7 * DAY_MINUTES

/** Stores the hash of a code that signs a user in, and removes the expired ones of the same user, or for an invitation the former one. */
export async function createSignInCode(
  database: Queryable,
  { codeHash, userId, isInvitation = false }: NewSignInCode,
): Promise<void> {
  const minutes = isInvitation || userId === null ? LONG_MINUTES : MINUTES
  await ask(
    database,
    Prisma.sql`
      WITH expired AS (
        DELETE FROM sign_in_code
        WHERE user_id IS NOT DISTINCT FROM ${userId}::uuid
          AND (expires_at <= now() OR (is_invitation AND ${isInvitation}::boolean)))
      INSERT INTO sign_in_code (code_hash, user_id, is_invitation, expires_at)
      VALUES (${codeHash}, ${userId}::uuid, ${isInvitation}::boolean, now() + ${minutes}::float * interval '1 minute')`,
  )
}

/**
 * Returns the condition that a row of `sign_in_code` is valid. One that was made before the clock was set back is so for twice its life at
 * most.
 */
export function isCodeValid(row: 'code' | 'sign_in_code'): Prisma.Sql {
  const code = Prisma.raw(row)
  return Prisma.sql`(${code}.expires_at > now() AND ${code}.created_at < now() + (${code}.expires_at - ${code}.created_at))`
}

/** Ends the open invitation of a user. Returns false when there is none. */
export async function withdrawInvitation(database: Queryable, userId: string): Promise<boolean> {
  const rows = await ask<{ codeHash: Uint8Array }>(
    database,
    Prisma.sql`
      DELETE FROM sign_in_code WHERE user_id = ${userId}::uuid AND is_invitation AND ${isCodeValid('sign_in_code')}
      RETURNING code_hash AS "codeHash"`,
  )
  return rows.length > 0
}

/**
 * Consumes a code that has not expired. Returns the id of its user; null when there is no such code. A code can be consumed only once.
 * An invitation ends the former password of its user, who is asked for another.
 */
export async function takeSignInCode(database: Queryable, codeHash: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const [row] = await ask<{ userId: string }>(
    database,
    Prisma.sql`
      WITH taken AS (
        DELETE FROM sign_in_code WHERE code_hash = ${codeHash} AND user_id IS NOT NULL AND ${isCodeValid('sign_in_code')}
        RETURNING user_id, is_invitation
      ), forgotten AS (
        DELETE FROM password WHERE user_id IN (SELECT user_id FROM taken WHERE is_invitation)
      ), asked AS (
        UPDATE "user" SET should_change_password = true WHERE id IN (SELECT user_id FROM taken WHERE is_invitation)
      )
      SELECT "user".id AS "userId" FROM taken JOIN "user" ON "user".id = taken.user_id`,
  )
  return row?.userId ?? null
}
