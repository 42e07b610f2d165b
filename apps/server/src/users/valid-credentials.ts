import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { uuids } from '../database/ids.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Returns which of these keys and sessions are still valid. A session that has not been used for `idleMs` is not. A session that
 * is, and was last seen more than `seenMs` ago, is recorded as in use.
 */
export async function listValidCredentials(
  database: Queryable,
  ids: string[],
  { idleMs, seenMs }: { idleMs: number; seenMs: number },
): Promise<Set<string>> {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
    WITH valid AS (
      SELECT session.id, seen_at FROM session JOIN "user" ON "user".id = user_id
      WHERE session.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND ${isSessionValid(idleMs)}
    ), seen AS (
      UPDATE session SET seen_at = now() FROM valid
      WHERE session.id = valid.id AND valid.seen_at < now() - ${seenMs}::float * interval '1 millisecond'
    )
    SELECT id FROM valid
    UNION ALL
    SELECT api_key.id FROM api_key JOIN "user" ON "user".id = user_id
    WHERE api_key.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether a row of `session` has neither expired nor been unused for that long. */
export function isSessionValid(idleMs: number): Prisma.Sql {
  return Prisma.sql`expires_at > now() AND seen_at > now() - ${idleMs}::float * interval '1 millisecond'`
}
