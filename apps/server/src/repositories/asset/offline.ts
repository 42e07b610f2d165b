import type { Database } from '../../database/connect.js'
import { inTransaction } from '../../database/transaction.js'

interface FilesOfFolder {
  ownerId: string
  /** With a slash at its end; all folders in it count too. */
  folder: string
  /** Where there are files in it now. */
  paths: string[]
  /** Whether these are all of them. */
  areAll: boolean
}

/**
 * An unplugged disk makes a whole library offline, so the texts of its assets are rewritten in steps within the time
 * limit.
 */
const AT_ONCE = 10_000

/**
 * Notes which assets in a folder have their files: those without are offline, unless there may be more files than known;
 * those whose files came back are no more. Returns how many became offline.
 */
export async function noteOffline(database: Database, files: FilesOfFolder): Promise<number> {
  const changed = await noteSome(database, files)
  const offline = changed.filter(({ isOffline }) => isOffline).length
  return changed.length < AT_ONCE ? offline : offline + (await noteOffline(database, files))
}

function noteSome(database: Database, { ownerId, folder, paths, areAll }: FilesOfFolder) {
  return inTransaction(
    database,
    (transaction) => transaction.$queryRaw<{ isOffline: boolean }[]>`
      UPDATE asset SET is_offline = NOT is_offline, updated_at = now()
      FROM (
        SELECT id FROM asset LEFT JOIN unnest(${paths}::text[]) AS path ON path = original_path
        WHERE owner_id = ${ownerId}::uuid AND starts_with(original_path, ${folder})
          AND is_offline = (path IS NOT NULL) AND (path IS NOT NULL OR ${areAll})
        LIMIT ${AT_ONCE}
      ) AS changed
      WHERE asset.id = changed.id
      RETURNING is_offline AS "isOffline"`,
  )
}
