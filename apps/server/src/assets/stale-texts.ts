import { askOne, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** The number of texts that are written at once. Their rows are locked for some tenths of a second on a slow machine. */
const AT_ONCE = 500

/**
 * Writes the flags and times of some visible assets, and the people of some, into their texts, so that lists read them without a change. It
 * announces nothing, because no answer changes. Assets in the trash stay as they are. Returns whether there may be more.
 */
export async function refreshStaleTexts(database: Queryable): Promise<boolean> {
  const { isFull } = await askOne<{ isFull: boolean }>(
    database,
    Prisma.sql`SELECT greatest(write_stale_texts(${AT_ONCE}::int), write_stale_people(${AT_ONCE}::int)) = ${AT_ONCE}::int AS "isFull"`,
  )
  return isFull
}
