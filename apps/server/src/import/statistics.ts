import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** The share of new assets for which it pays to read the tables again. */
const SHARE = { during: 1, after: 0.1 }

/**
 * Refreshes the planner's statistics when that many new assets are a large share of all: as many as there were, during an import,
 * and a tenth of them after it. PostgreSQL does so once a minute, and until then it plans the texts of each batch for a library
 * that is empty, in a time that grows with the square of the files. Returns whether it did.
 */
export async function refreshStatistics(
  database: Queryable,
  added: number,
  when: keyof typeof SHARE,
): Promise<boolean> {
  if (added === 0) return false
  const worthwhile = await ask(
    database,
    Prisma.sql`SELECT FROM pg_class WHERE oid = 'asset'::regclass AND greatest(reltuples, 0) * ${SHARE[when]} < ${added}`,
  )
  if (worthwhile.length === 0) return false
  await ask(
    database,
    Prisma.sql`ANALYZE (SKIP_LOCKED) asset, exif, asset_text, tag_asset, asset_job, asset_face, stack`,
  )
  return true
}
