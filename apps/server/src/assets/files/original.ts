import { mayBeMedia } from '@media-library/media'
import type { ServerContext } from '../../context.js'
import { ProblemError, StorageError } from '../../errors.js'
import type { OpenOriginal } from '../../storage/original.js'
import type { SentFile } from './answer-file.js'
import type { AssetFileRow, AssetPictureRow } from './asset-file.js'
import { toStoreProblem } from './elsewhere.js'

/**
 * Opens the file of an asset. Throws `offline` when it is gone, cannot be read, or lies behind a link, and `unavailable` when its bucket
 * does not answer.
 */
export async function openOriginal(
  { originals, logger }: Pick<ServerContext, 'originals' | 'logger'>,
  asset: AssetFileRow,
  v: string | undefined,
): Promise<SentFile> {
  try {
    return toSent(asset, await originals.open(asset), v)
  } catch (error) {
    throw error instanceof StorageError ? toStoreProblem(logger, error) : toProblem(error as NodeJS.ErrnoException)
  }
}

/** What a process lacks, not the file. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/** Whether a URL names the asset as it is. */
export function isVersion({ updatedAt }: AssetPictureRow, v: string | undefined): boolean {
  return v === updatedAt.toISOString()
}

/** It has its checksum only while it is the file that was imported. No program opens it for what it is not, such as a page. */
function toSent(asset: AssetFileRow, original: OpenOriginal, v: string | undefined): SentFile {
  const { type, extension, sign, ...file } = original
  const name = asset.originalFileName
  const isImported =
    (asset.fileSize ?? file.size) === file.size && file.modifiedAt.getTime() === asset.fileModifiedAt.getTime()
  return {
    file: isImported ? { ...file, version: asset.checksum } : file,
    ...{ type, sign },
    name: mayBeMedia(name) ? name : `${name}.${extension}`,
    isNamed: isImported && isVersion(asset, v),
  }
}

function toProblem({ code = '' }: NodeJS.ErrnoException) {
  if (!shortages.has(code)) return new ProblemError('offline', 'The original of this asset is missing.')
  return new ProblemError('unavailable', 'Too many files are open.', { headers: { 'Retry-After': '1' } })
}
