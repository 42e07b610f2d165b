import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

const NEWEST = 200
const ANY = 800

/** The number of pages to read, each with some dozen assets. A part of a page costs as much as all of it. */
const PAGES = 200

/**
 * Returns the ids of the newest assets, and of a random sample that is large enough to estimate a share of the library, in no order. It
 * reads a few pages of the table, however large that is.
 */
export async function sampleAssets(database: Queryable): Promise<string[]> {
  const percent = Prisma.sql`
    (SELECT least(100, 100 * ${PAGES}::float / greatest(1, pg_relation_size('asset') / current_setting('block_size')::int)))`
  const ids = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT id FROM (
        (SELECT id FROM asset WHERE removed_at IS NULL ORDER BY id DESC LIMIT ${NEWEST})
        UNION
        (SELECT id FROM asset TABLESAMPLE SYSTEM (${percent}) WHERE removed_at IS NULL ORDER BY random() LIMIT ${ANY})
      ) AS chosen
      ORDER BY random()`,
  )
  return ids.map(({ id }) => id)
}
