import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** The version of a list of assets, of all that a user owns, of an album or of a tag, by its id; it moves with every byte of it. */
export function versionOf(listId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_hex(coalesce((SELECT bit_xor(mark) FROM list_version WHERE list_id = ${listId}), 0))`
}

/** Makes one row of the many that a version consists of, so that reading it stays fast. */
export async function foldListVersions(database: Queryable): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      WITH grown AS MATERIALIZED (
        SELECT list_id FROM list_version GROUP BY list_id HAVING count(*) > 1
      ), folded AS (
        DELETE FROM list_version USING grown WHERE list_version.list_id = grown.list_id
        RETURNING list_version.list_id, mark
      )
      INSERT INTO list_version (list_id, mark) SELECT list_id, bit_xor(mark) FROM folded GROUP BY list_id`,
  )
}
