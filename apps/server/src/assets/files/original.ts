import { findContentType, mayBeMedia, type OpenFile, openBeneath } from '@media-library/media'
import { ProblemError } from '../../errors.js'
import type { SentFile } from './answer-file.js'
import type { AssetFileRow, AssetPictureRow } from './asset-file.js'

/** Opens the file of an asset. Throws `offline` when it is gone, cannot be read, or lies behind a link. */
export async function openOriginal(asset: AssetFileRow, v: string | undefined): Promise<SentFile> {
  let file: OpenFile | null = null
  try {
    file = await openBeneath({ folder: asset.importPath, path: asset.originalPath })
    return toSent(asset, { ...file, ...(await findContentType(file)) }, v)
  } catch (error) {
    await file?.close()
    throw toProblem(error as NodeJS.ErrnoException)
  }
}

/** What a process lacks, not the file. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/** Whether a URL names the asset as it is. */
export function isVersion({ updatedAt }: AssetPictureRow, v: string | undefined): boolean {
  return v === updatedAt.toISOString()
}

/** It has its checksum only while it is the file that was imported. No program opens it for what it is not, such as a page. */
function toSent(
  asset: AssetFileRow,
  file: OpenFile & { type: string; extension: string },
  v: string | undefined,
): SentFile {
  const { size, mtimeMs, path, chunks, close } = file
  const name = asset.originalFileName
  const isImported = (asset.fileSize ?? size) === size && Math.trunc(mtimeMs) === asset.fileModifiedAt.getTime()
  const version = isImported ? asset.checksum : `${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}`
  return {
    file: { size, modifiedAt: new Date(mtimeMs), version, locate: async () => path, chunks, close },
    type: file.type,
    name: mayBeMedia(name) ? name : `${name}.${file.extension}`,
    isNamed: isImported && isVersion(asset, v),
  }
}

function toProblem({ code = '' }: NodeJS.ErrnoException) {
  if (!shortages.has(code)) return new ProblemError('offline', 'The original of this asset is missing.')
  return new ProblemError('unavailable', 'Too many files are open.', { headers: { 'Retry-After': '1' } })
}
