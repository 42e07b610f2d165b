import pLimit from 'p-limit'
import type { DerivedFiles } from '../../storage/derived-files.js'
import { type DerivedAsset, type DerivedFile, listFiles } from './derived-asset.js'

/** The number of files that are looked up at once. */
const AT_ONCE = 16

/** A recorded file that does not exist, or is empty. */
export interface MissingFile extends DerivedFile {
  assetId: string
}

/** The result of a check of the recorded files of some assets. */
export interface DerivedSearch {
  /** The number of files that were looked up. */
  count: number
  missing: MissingFile[]
}

/**
 * Looks up the recorded files of assets, except those that a waiting job will write again, and those of assets whose originals are
 * offline, which no job could restore. Throws a StorageError.
 */
export async function searchDerived(
  derived: Pick<DerivedFiles, 'readSize'>,
  assets: DerivedAsset[],
): Promise<DerivedSearch> {
  const files = assets
    .filter(({ isOffline }) => !isOffline)
    .flatMap((asset) => listFiles(asset).map((file) => ({ assetId: asset.id, ...file })))
    .filter(({ isRecorded, isAwaited }) => isRecorded && !isAwaited)
  const sizes = await pLimit(AT_ONCE).map(files, ({ key }) => derived.readSize(key))
  // An empty file is what a disk can leave that was full, or lost its power.
  return { count: files.length, missing: files.filter((_, index) => !sizes[index]) }
}
