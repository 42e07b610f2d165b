import { ask, askOne, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

export interface Library {
  id: string
  /** The subfolders in which a disk was mounted when the folder was last read, in order. */
  mountPoints: string[]
}

/** Returns the library of a folder. Creates it with this id if there is none. */
export async function findOrCreateLibrary(
  database: Queryable,
  { id, ownerId, name, importPath }: { id: string; ownerId: string; name: string; importPath: string },
): Promise<Library> {
  const library = Prisma.sql`id, mount_points AS "mountPoints"`
  const [found] = await ask<Library>(
    database,
    Prisma.sql`SELECT ${library} FROM library WHERE owner_id = ${ownerId}::uuid AND import_path = ${importPath}`,
  )
  if (found) return found
  // Another process may create it now.
  return askOne<Library>(
    database,
    Prisma.sql`
      INSERT INTO library (id, owner_id, name, import_path)
      VALUES (${id}::uuid, ${ownerId}::uuid, ${name}, ${importPath})
      ON CONFLICT (owner_id, import_path) DO UPDATE SET import_path = excluded.import_path
      RETURNING ${library}`,
  )
}

/** Records the subfolders in which a disk is mounted. */
export async function writeMountPoints(database: Queryable, libraryId: string, mountPoints: string[]): Promise<void> {
  await ask(
    database,
    Prisma.sql`UPDATE library SET mount_points = ${mountPoints}::text[] WHERE id = ${libraryId}::uuid`,
  )
}

/** Records that no disk belongs in a subfolder. */
export async function forgetMountPoint(database: Queryable, libraryId: string, mountPoint: string): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE library SET mount_points = array_remove(mount_points, ${mountPoint}) WHERE id = ${libraryId}::uuid`,
  )
}

/** Lists the folders of all libraries, or of those of a user, without duplicates. */
export async function listImportPaths(database: PrismaDatabase, userId?: string): Promise<string[]> {
  const rows = await database.library.groupBy({
    by: 'importPath',
    where: userId === undefined ? {} : { ownerId: userId },
    orderBy: { importPath: 'asc' },
  })
  return rows.map(({ importPath }) => importPath)
}

/** The seconds without a heartbeat after which another process may watch in place of a watcher. */
const DEAD_AFTER_S = 10

/**
 * Makes a process the watcher of a library, or keeps it so. Returns whether it is the watcher, of which there is one at a time. One that was
 * heard of in the future, before the clock was set back, is dead.
 */
export async function claimWatch(
  database: Queryable,
  { libraryId, watcherId }: { libraryId: string; watcherId: string },
): Promise<boolean> {
  const claimed = await ask<{ id: string }>(
    database,
    Prisma.sql`
      UPDATE library SET watcher_id = ${watcherId}::uuid, watcher_seen_at = now()
      WHERE id = ${libraryId}::uuid AND (
        watcher_id IS NULL OR watcher_id = ${watcherId}::uuid
        OR watcher_seen_at NOT BETWEEN now() - ${DEAD_AFTER_S} * interval '1 second' AND now() + interval '1 minute'
      )
      RETURNING id`,
  )
  return claimed.length > 0
}

/** Lets another process watch the libraries of a watcher at once. */
export async function releaseWatches(database: Queryable, watcherId: string): Promise<void> {
  await ask(database, Prisma.sql`UPDATE library SET watcher_id = NULL WHERE watcher_id = ${watcherId}::uuid`)
}
