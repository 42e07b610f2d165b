import type { ServerContext } from '../../context.js'
import { ProblemError, StorageError } from '../../errors.js'
import type { OpenOriginal } from '../../storage/original.js'
import type { SentFile } from './answer-file.js'
import type { AssetFileRow, AssetPictureRow } from './asset-file.js'
import { toStoreProblem } from './elsewhere.js'
import { toFileName } from './file-names.js'
import { DamagedOriginal, requireKnown } from './known-content.js'

/**
 * Opens the file of an asset. Throws `offline` when it is missing, damaged, unreadable, or behind a link, and `unavailable` when its
 * bucket does not answer.
 */
export async function openOriginal(
  context: Pick<ServerContext, 'originals' | 'logger' | 'measures'>,
  asset: AssetFileRow,
  v: string | undefined,
): Promise<SentFile> {
  let original: OpenOriginal | null = null
  try {
    original = await context.originals.open(asset)
    return toSent(context, asset, original, v)
  } catch (error) {
    await original?.close()
    throw toProblem(context, error)
  }
}

/** The error codes of resources that the process lacks, and for which the file is not to blame. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/** Returns whether a URL names the current version of the asset. */
export function isVersion({ updatedAt }: AssetPictureRow, v: string | undefined): boolean {
  return v === updatedAt.toISOString()
}

/**
 * Describes an original for the answer. Its checksum counts only while it is the imported file. Its media type keeps programs from
 * opening it as something else, such as a page.
 */
function toSent(
  context: Pick<ServerContext, 'logger' | 'measures'>,
  asset: AssetFileRow,
  original: OpenOriginal,
  v: string | undefined,
): SentFile {
  const { type, extension, sign, ...file } = original
  const isImported =
    (asset.fileSize ?? file.size) === file.size && file.modifiedAt.getTime() === asset.fileModifiedAt.getTime()
  // The owner of an imported file may change it. Nobody changes an upload.
  const known = isImported || !asset.isExternal ? requireKnown(context, asset, file) : file
  return {
    file: isImported ? { ...known, version: asset.checksum } : known,
    type,
    sign,
    name: toFileName(asset.originalFileName, extension),
    isNamed: isImported && isVersion(asset, v),
    toProblem: (error) => toProblem(context, error),
  }
}

function toProblem({ logger }: Pick<ServerContext, 'logger'>, error: unknown) {
  if (error instanceof StorageError) return toStoreProblem(logger, error)
  if (error instanceof DamagedOriginal) {
    logger.error({ err: error }, 'an original is damaged')
    return new ProblemError('offline', 'The original of this asset is damaged.')
  }
  if (!shortages.has((error as NodeJS.ErrnoException).code ?? ''))
    return new ProblemError('offline', 'The original of this asset is missing.')
  return new ProblemError('unavailable', 'Too many files are open.', { headers: { 'Retry-After': '1' } })
}
