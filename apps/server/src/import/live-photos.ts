import type { Database } from '../database/connect.js'
import { stemOf } from '../media/walk.js'
import { listFilesAt } from '../repositories/asset/import.js'
import type { OfflineChange } from '../repositories/asset/offline.js'
import { pairLivePhotos, separateLivePhotos } from '../repositories/asset/shot.js'

const AT_ONCE = 1_000

/**
 * Separates live photos of which one half went offline, and joins halves that are back with those of the same name among the
 * files of the folder, or with those of the same identifier anywhere.
 */
export async function noteLivePhotos(
  database: Database,
  ownerId: string,
  { changed, paths }: { changed: OfflineChange[]; paths: string[] },
): Promise<void> {
  if (changed.length === 0) return
  await separateLivePhotos(database, ownerId)
  const stems = new Set(changed.filter(({ isOffline }) => !isOffline).map(({ originalPath }) => stemOf(originalPath)))
  const returned = paths.filter((path) => stems.has(stemOf(path)))
  for (let start = 0; start < returned.length; start += AT_ONCE) {
    const files = await listFilesAt(database, ownerId, returned.slice(start, start + AT_ONCE))
    await pairLivePhotos(
      database,
      ownerId,
      files.map(({ id }) => id),
    )
  }
}
