import { ask, askOne, type Connection } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * Marks the dates of the assets that a query selects by `id` as a person's, and moves those that metadata hold; those of `asset` are the
 * caller's to move. Throws `invalid_request` when one would leave the years 0001 to 9999.
 */
export async function moveDates(transaction: Connection, chosen: Prisma.Sql, minutes: number): Promise<void> {
  const moved = (column: Prisma.Sql) => Prisma.sql`${column} + make_interval(mins => ${minutes}::int)`
  const { isOutside } = await askOne<{ isOutside: boolean }>(
    transaction,
    Prisma.sql`
      SELECT EXISTS (
        SELECT FROM asset, LATERAL (
          VALUES (${moved(Prisma.sql`file_created_at`)}), (${moved(Prisma.sql`local_date_time`)})
        ) AS date (moved)
        WHERE id = ANY (ARRAY (${chosen})) AND (moved < '0001-01-01T00:00:00Z' OR moved >= '10000-01-01T00:00:00Z')
      ) AS "isOutside"`,
  )
  if (isOutside) {
    const detail = 'would move a date out of the years 0001 to 9999'
    const errors = [{ pointer: '/dateTimeRelative', code: 'invalid_value', detail }]
    throw new ProblemError('invalid_request', `/dateTimeRelative ${detail}. Nothing was written.`, { errors })
  }
  await ask(
    transaction,
    Prisma.sql`
      INSERT INTO exif (asset_id, date_time_original, is_date_own)
      SELECT id, ${moved(Prisma.sql`file_created_at`)}, true FROM asset WHERE id = ANY (ARRAY (${chosen}))
      ON CONFLICT (asset_id) DO UPDATE SET date_time_original = excluded.date_time_original, is_date_own = true`,
  )
}

/** What a person corrects, and the file tells otherwise. */
type Fact = 'date' | 'place'

/** Forgets that the dates or places of the assets that a query selects by `id` are a person's: reading the files replaces them. */
export async function takeBack(transaction: Connection, chosen: Prisma.Sql, fact: Fact): Promise<void> {
  const mark = fact === 'date' ? Prisma.sql`is_date_own` : Prisma.sql`is_place_own`
  await ask(transaction, Prisma.sql`UPDATE exif SET ${mark} = false WHERE asset_id = ANY (ARRAY (${chosen}))`)
}

/** Has the side-cars of the assets that a query selects by `id` get what a person set, or lose what was taken back. */
export async function noteSidecarChanges(transaction: Connection, chosen: Prisma.Sql, takenBack: Fact | null = null) {
  await ask(
    transaction,
    Prisma.sql`
      INSERT INTO sidecar_change (asset_id, is_added, taken_back)
      SELECT id, ${takenBack === null}::boolean, ${takenBack} FROM (${chosen}) AS requested (id)`,
  )
}
