import { dirname } from 'node:path'
import { type FilePlace, type OpenFile, withOpenFile } from '@media-library/media'
import type { Asset } from '../../../src/generated/prisma/client.js'
import type { JobAsset } from '../../../src/jobs/queue/claim-jobs.js'

/** Returns the place of a file that is directly in the folder of its library. */
export function placeAt(path: string): FilePlace {
  return { folder: dirname(path), path }
}

/** Returns an asset as a job gets it, in the library of the folder of its file. */
export function toJobAsset(asset: Asset): JobAsset {
  return {
    ...asset,
    importPath: dirname(asset.originalPath),
    hasEmbedded: false,
    ownLatitude: null,
    ownLongitude: null,
  }
}

/** Opens a file for as long as `use` takes. */
export function withFile<T>(path: string, use: (file: OpenFile) => Promise<T>): Promise<T> {
  return withOpenFile(placeAt(path), use)
}
