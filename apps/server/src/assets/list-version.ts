import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** The version of a list of assets, of all that a user owns or of an album, by its id; it moves with every byte of it. */
export function versionOf(listId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  to_hex(
    coalesce((SELECT version FROM list_version WHERE list_id = ${listId}), 0)
      # coalesce((SELECT bit_xor(mark) FROM list_change WHERE list_id = ${listId}), 0)
  )`
}

/** Folds the recorded changes into the versions of the lists, so that reading a version stays fast. */
export async function foldListChanges(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH folded AS (DELETE FROM list_change RETURNING list_id, mark)
      INSERT INTO list_version AS known (list_id, version)
      SELECT list_id, bit_xor(mark) FROM folded GROUP BY list_id
      ON CONFLICT (list_id) DO UPDATE SET version = known.version # excluded.version`,
  )
}
