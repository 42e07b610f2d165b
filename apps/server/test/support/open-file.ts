import { dirname } from 'node:path'
import { type FilePlace, lendFile, type OpenFile } from '../../src/files/open-beneath.js'
import type { Asset } from '../../src/generated/prisma/client.js'
import type { JobAsset } from '../../src/repositories/job/job-attempt.js'

/** The place of a file that lies in the folder of its library itself. */
export const placeAt = (path: string): FilePlace => ({ folder: dirname(path), path })

/** An asset as a job gets it, in the library of the folder that its file is in. */
export const toJobAsset = (asset: Asset): JobAsset => ({ ...asset, importPath: dirname(asset.originalPath) })

/** Opens a file for as long as `use` takes. */
export const withFile = <T>(path: string, use: (file: OpenFile) => Promise<T>): Promise<T> =>
  lendFile(placeAt(path), use)
