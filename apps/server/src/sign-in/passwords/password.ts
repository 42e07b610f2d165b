import { ask, type Queryable } from '../../database/ask.js'
import { ProblemError } from '../../errors.js'
import { Prisma, type User as UserRow } from '../../generated/prisma/client.js'
import { userColumns } from '../../users/to-user.js'

/** An active user with the hash of their password; null when they have none. */
export type PasswordRow = UserRow & { hash: string | null }

/** Finds the active user of an e-mail address in lower case, or null. */
export async function findPassword(database: Queryable, email: string): Promise<PasswordRow | null> {
  const [row] = await ask<PasswordRow>(
    database,
    Prisma.sql`
      SELECT ${userColumns}, hash FROM "user" LEFT JOIN password ON user_id = "user".id
      WHERE email = ${email} AND deleted_at IS NULL`,
  )
  return row ?? null
}

/** A new password of a user who has the former hash, or no password. `kept` is the session that does not end. */
export interface PasswordChange {
  userId: string
  former: string | null
  hash: string
  kept: string | null
}

/**
 * Replaces a password, and ends the sessions and links of its user. Returns the user; null when their password is no longer the former one.
 */
export async function replacePassword(
  database: Queryable,
  { userId, former, hash, kept }: PasswordChange,
): Promise<UserRow | null> {
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`
      WITH changed AS (
        INSERT INTO password (user_id, hash) VALUES (${userId}::uuid, ${hash})
        ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, created_at = now() WHERE password.hash = ${former}::text
        RETURNING user_id
      ), codes AS (
        DELETE FROM sign_in_code WHERE user_id IN (SELECT user_id FROM changed)
      ), ended AS (
        DELETE FROM session WHERE user_id IN (SELECT user_id FROM changed) AND id IS DISTINCT FROM ${kept}::uuid
      )
      UPDATE "user" SET should_change_password = false, updated_at = now()
      WHERE id IN (SELECT user_id FROM changed)
      RETURNING ${userColumns}`,
  )
  return row ?? null
}

/** Throws `sign_in_off` when the operator has turned passwords off. */
export function requirePasswordSignIn({ passwordSignIn }: { passwordSignIn: boolean }): void {
  if (!passwordSignIn) throw new ProblemError('sign_in_off', 'This service has no sign-in with a password.')
}

/** Creates the problem of a wrong password, or of an unknown address, which nobody can tell apart. */
export function wrongPassword(detail = 'There is no user with this e-mail address and password.'): ProblemError {
  return new ProblemError('wrong_password', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="media-library"' } })
}
