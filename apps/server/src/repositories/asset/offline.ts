import { ask } from '../../database/ask.js'
import type { Database } from '../../database/connect.js'
import { inTransaction } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'

interface FilesOfFolder {
  ownerId: string
  /** The folder with a slash at its end. Its subfolders count, too. */
  folder: string
  /** The paths of the files that are in it now. */
  paths: string[]
  /** Whether these are all files. */
  areAll: boolean
  /** Whether only the files in the folder itself are meant, and not those of its subfolders. */
  isShallow?: boolean
}

/**
 * The number of assets per step. A disconnected disk makes a whole library offline, and the texts of its assets have to be
 * rewritten within the time limit of a statement.
 */
const AT_ONCE = 10_000

/** An asset that became offline or online. */
export interface OfflineChange {
  id: string
  originalPath: string
  isOffline: boolean
}

/**
 * Marks the assets of a folder whose files are missing as offline, unless there may be further files, and those whose files
 * have returned as online. Returns the assets that changed.
 */
export async function noteOffline(database: Database, files: FilesOfFolder): Promise<OfflineChange[]> {
  const changed: OfflineChange[] = []
  for (;;) {
    const some = await noteSome(database, files)
    changed.push(...some)
    if (some.length < AT_ONCE) return changed
  }
}

function noteSome(database: Database, { ownerId, folder, paths, areAll, isShallow = false }: FilesOfFolder) {
  return inTransaction(database, (transaction) =>
    ask<OfflineChange>(
      transaction,
      Prisma.sql`
        UPDATE asset SET is_offline = NOT is_offline, updated_at = now()
        FROM (
          SELECT id FROM asset LEFT JOIN unnest(${paths}::text[]) AS path ON path = original_path
          WHERE owner_id = ${ownerId}::uuid AND starts_with(original_path, ${folder})
            AND (NOT ${isShallow} OR strpos(substr(original_path, length(${folder}) + 1), '/') = 0)
            AND is_offline = (path IS NOT NULL) AND (path IS NOT NULL OR ${areAll})
          LIMIT ${AT_ONCE}
        ) AS changed
        WHERE asset.id = changed.id
        RETURNING asset.id, original_path AS "originalPath", is_offline AS "isOffline"`,
    ),
  )
}
