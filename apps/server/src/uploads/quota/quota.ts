import { askOne, type Queryable } from '../../database/ask.js'
import { ProblemError } from '../../errors.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The bytes that a user's uploads may have, and have. The limit is null for any number; `used` is 0 then. */
export interface Quota {
  quota: number | null
  /** With what is reserved for open uploads. */
  used: number
}

/** After how many seconds without a sign of its server a form counts no longer, nor with one from before the clock was set back. */
const DEAD_AFTER_S = 10

/**
 * Reads a user's quota. The open uploads in `besides` do not count. What is read within `beginStoring` holds until the end of the
 * transaction, as all servers store and reserve in turns.
 */
export async function readQuota(database: Queryable, userId: string, besides: string[] = []): Promise<Quota> {
  return askOne<Quota>(
    database,
    Prisma.sql`
      SELECT quota_bytes AS quota,
        CASE WHEN quota_bytes IS NULL THEN 0 ELSE (
          SELECT coalesce(sum(uploaded_bytes), 0) FROM asset WHERE owner_id = "user".id AND uploaded_bytes IS NOT NULL
        ) + (
          SELECT coalesce(sum(size), 0) FROM resumable_upload
          WHERE owner_id = "user".id AND stored IS NULL AND id <> ALL (${besides}::uuid[])
        ) + (
          SELECT coalesce(sum(bytes), 0) FROM form_upload
          WHERE owner_id = "user".id AND abs(extract(epoch FROM now() - seen_at)) < ${DEAD_AFTER_S} AND id <> ALL (${besides}::uuid[])
        ) END::float AS used
      FROM "user" WHERE id = ${userId}::uuid`,
  )
}

/** Throws `quota_exceeded` when so many bytes more would not fit. */
export function requireFitting({ quota, used }: Quota, bytes: number): void {
  if (quota !== null && used + bytes > quota) throw quotaExceeded({ quota, used })
}

/** Creates the problem of a user whose uploads would exceed their quota. */
export function quotaExceeded({ quota, used }: { quota: number; used: number }): ProblemError {
  return new ProblemError(
    'quota_exceeded',
    `${used} of your ${quota} bytes are used, and the file does not fit into the rest. Nothing was stored.`,
  )
}
