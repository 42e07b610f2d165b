import { join } from 'node:path'
import { listImportPaths } from '../assets/library.js'
import type { Config } from '../config/config.js'
import type { PrismaDatabase } from '../database/connect.js'
import type { DerivedFiles } from '../storage/derived-files.js'
import { isObjectPath, joinPath } from '../storage/object-path.js'
import type { Originals } from '../storage/originals.js'
import { RESUMABLE } from '../uploads/resumable/partial-uploads.js'
import { removeAccess, removeAssets, removeUserRow } from '../users/removal.js'
import { setDisabled } from '../users/user.js'

/** What a removal changes. */
interface Library {
  config: Config
  database: PrismaDatabase
  derived: DerivedFiles
  originals: Originals
}

/**
 * Removes a user with everything of theirs, except the files of imported folders. From the beginning, nobody can sign in as this user or
 * see their albums. The row of the user is deleted last: an interrupted removal can be repeated, and finds the files that are left.
 */
export async function removeUser({ config, database, derived, originals }: Library, userId: string): Promise<void> {
  await setDisabled(database, userId, true)
  await removeAccess(database, userId)
  for (let removed = 1; removed > 0; ) removed = await removeAssets(database, userId)
  await derived.removeFor(userId)
  const stored = (await listImportPaths(database, userId)).filter(isObjectPath)
  const received = ['', '.motion', RESUMABLE].map((folder) => join(config.uploads.folder, folder, userId))
  const parts = originals.bucket === null ? [] : [joinPath(originals.bucket, RESUMABLE, userId)]
  const removeFiles = async () => {
    for (const folder of [...received, ...stored, ...parts]) await originals.removeAll(folder)
  }
  await removeFiles()
  await removeUserRow(database, userId)
  // An upload that arrived meanwhile was refused, and may have left files.
  await removeFiles()
}
