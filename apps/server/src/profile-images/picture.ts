import type { ServerContext } from '../context.js'
import { ask, type Database } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

/** Records the key of the picture of an active user; empty for none. Returns the former key, or an empty one; null when there is no such user. */
export async function replacePicture(database: Database, userId: string, key: string): Promise<string | null> {
  const [row] = await inStatement(database, (queryable) =>
    ask<{ former: string }>(
      queryable,
      Prisma.sql`
        WITH former AS MATERIALIZED (
          SELECT id, profile_image_path FROM "user" WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR UPDATE
        )
        UPDATE "user" SET profile_image_path = ${key}, updated_at = now() FROM former WHERE "user".id = former.id
        RETURNING coalesce(nullif(former.profile_image_path, ${key}), '') AS former`,
    ),
  )
  return row?.former ?? null
}

/** Removes a picture that no user has any more. One that the store refuses to remove is left behind, and logged. */
export async function removePicture(
  { derived, logger }: Pick<ServerContext, 'derived' | 'logger'>,
  key: string,
): Promise<void> {
  if (key === '') return
  await derived
    .remove(key)
    .catch((error) => logger.warn({ err: error, key }, 'the former picture of a user could not be removed'))
}
