import type { Queryable } from '../../database/connect.js'

/**
 * Returns which of these keys and sessions are still valid. A session that has not been used for `idleMs` is not. A session that
 * is, and was last seen more than `seenMs` ago, is recorded as in use.
 */
export async function listValidCredentials(
  database: Queryable,
  ids: string[],
  { idleMs, seenMs }: { idleMs: number; seenMs: number },
): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH valid AS (
      SELECT session.id, seen_at FROM session JOIN "user" ON "user".id = user_id
      WHERE session.id = ANY (${ids}::uuid[]) AND deleted_at IS NULL AND expires_at > now()
        AND seen_at > now() - ${idleMs} * interval '1 millisecond'
    ), seen AS (
      UPDATE session SET seen_at = now() FROM valid
      WHERE session.id = valid.id AND valid.seen_at < now() - ${seenMs} * interval '1 millisecond'
    )
    SELECT id FROM valid
    UNION ALL
    SELECT api_key.id FROM api_key JOIN "user" ON "user".id = user_id
    WHERE api_key.id = ANY (${ids}::uuid[]) AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())`
  return new Set(rows.map(({ id }) => id))
}
