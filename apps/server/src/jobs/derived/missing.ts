import pLimit from 'p-limit'
import type { DerivedFiles } from '../../storage/derived-files.js'
import { type DerivedAsset, type DerivedFile, listFiles } from './derived-asset.js'

/** How many files are looked up at once. */
const AT_ONCE = 16

/** A recorded file that is not there, or empty. */
export interface MissingFile extends DerivedFile {
  assetId: string
}

/** What was found of the recorded files of some assets. */
export interface DerivedSearch {
  /** How many files were looked up. */
  count: number
  missing: MissingFile[]
}

/**
 * Looks the recorded files of assets up: not those that a waiting job makes anew, nor those of assets whose originals are offline, of
 * which no job could make them. Throws a StorageError.
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
