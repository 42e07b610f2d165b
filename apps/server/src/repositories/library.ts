import { ask, askOne } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** Returns the library of a folder. Creates it with this id if there is none. */
export function findOrCreateLibrary(
  database: Queryable,
  { id, ownerId, name, importPath }: { id: string; ownerId: string; name: string; importPath: string },
): Promise<{ id: string }> {
  return askOne<{ id: string }>(
    database,
    Prisma.sql`
      INSERT INTO library (id, owner_id, name, import_path)
      VALUES (${id}::uuid, ${ownerId}::uuid, ${name}, ${importPath})
      ON CONFLICT (owner_id, import_path) DO UPDATE SET import_path = excluded.import_path
      RETURNING id`,
  )
}

/** Lists the folders of all libraries, without duplicates. */
export async function listImportPaths(database: Queryable): Promise<string[]> {
  const rows = await ask<{ importPath: string }>(
    database,
    Prisma.sql`SELECT DISTINCT import_path AS "importPath" FROM library ORDER BY import_path`,
  )
  return rows.map(({ importPath }) => importPath)
}
