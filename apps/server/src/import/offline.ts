import { ask, type Database } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'

interface AssetsOfFolder {
  ownerId: string
  /** The folder with a slash at its end. Its subfolders count, too. */
  folder: string
  /** Whether only the files in the folder itself are meant, and not those of its subfolders. */
  isShallow?: boolean
}

/**
 * The number of assets that a step lists, and may mark. A disconnected disk makes a whole library offline, and the texts of its
 * assets have to be rewritten within the time limit of a statement.
 */
const AT_ONCE = 5_000

/** A folder to search for assets whose files are missing. */
export interface FolderSearch extends AssetsOfFolder {
  isGone: (path: string) => boolean | Promise<boolean>
}

/**
 * Marks the assets of folders whose files are missing as offline, those of many folders at once. Returns the number of those that were
 * online before.
 */
export async function noteMissing(database: Database, searches: FolderSearch[]): Promise<number> {
  let missing = 0
  let gone: Entry[] = []
  const mark = async () => {
    if (gone.length > 0) missing += await markOffline(database, gone)
    gone = []
  }
  for (const search of searches) {
    const list = search.isShallow ? listOwnEntries : listEntries
    for (let from: string | null = search.folder; from !== null; ) {
      const entries: Entry[] = await list(database, search, from)
      for (const entry of entries) if (!entry.isOffline && (await search.isGone(entry.path))) gone.push(entry)
      if (gone.length >= AT_ONCE) await mark()
      const last = entries.at(-1)
      from = last && entries.length === AT_ONCE ? last.next : null
    }
  }
  await mark()
  return missing
}

/** An asset with its path, and the path at which the search for the next one starts. */
interface Entry {
  id: string
  path: string
  isOffline: boolean
  next: string
}

/** Lists assets of a folder and its subfolders by path. */
function listEntries(database: Database, { ownerId, folder }: AssetsOfFolder, from: string): Promise<Entry[]> {
  return ask<Entry>(
    database,
    Prisma.sql`
      SELECT id, original_path AS path, is_offline AS "isOffline", original_path || chr(1) AS next
      FROM asset
      WHERE owner_id = ${ownerId}::uuid AND original_path >= ${from} AND original_path < ${findEnd(folder)}
      ORDER BY original_path LIMIT ${AT_ONCE}`,
  )
}

/**
 * Lists assets of a folder by path, and of each subfolder the first one alone, as if it were offline: each step of the
 * statement looks up one asset, behind the subfolder of the one before.
 */
function listOwnEntries(database: Database, { ownerId, folder }: AssetsOfFolder, from: string): Promise<Entry[]> {
  const behind = Prisma.sql`
    CASE WHEN strpos(name, '/') > 0 THEN ${folder}::text || split_part(name, '/', 1) || '0' ELSE path || chr(1) END`
  const first = (start: Prisma.Sql) => Prisma.sql`
    SELECT id, original_path AS path, is_offline, substr(original_path, length(${folder}::text) + 1) AS name
    FROM asset
    WHERE owner_id = ${ownerId}::uuid AND original_path >= ${start} AND original_path < ${findEnd(folder)}
    ORDER BY original_path LIMIT 1`
  return ask<Entry>(
    database,
    Prisma.sql`
      WITH RECURSIVE entry AS (
        SELECT 1 AS number, * FROM (${first(Prisma.sql`${from}::text`)}) AS start
        UNION ALL
        SELECT number + 1, following.*
        FROM entry CROSS JOIN LATERAL (${first(behind)}) AS following
        WHERE number < ${AT_ONCE}
      )
      SELECT id, path, is_offline OR strpos(name, '/') > 0 AS "isOffline", ${behind} AS next
      FROM entry ORDER BY number`,
  )
}

/**
 * Returns the first path behind all of a folder with a slash at its end: paths are compared byte by byte, and 0 follows the slash.
 */
function findEnd(folder: string) {
  return `${folder.slice(0, -1)}0`
}

/** Marks assets as offline, except those that were moved meanwhile. Returns the number of marked ones. */
async function markOffline(database: Database, missing: Entry[]): Promise<number> {
  const ids = missing.map(({ id }) => id)
  const paths = missing.map(({ path }) => path)
  const marked = await inTransaction(database, (transaction) =>
    ask<{ id: string }>(
      transaction,
      Prisma.sql`
        UPDATE asset SET is_offline = true, updated_at = now()
        FROM unnest(${ids}::uuid[], ${paths}::text[]) AS missing (id, path)
        WHERE asset.id = missing.id AND original_path = path AND NOT is_offline AND embedded_in_id IS NULL
        RETURNING asset.id`,
    ),
  )
  return marked.length
}
