import type { ThumbnailFormat } from '@media-library/contract'
import type { ServerContext } from '../../context.js'
import { ProblemError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { toDerivedKey } from '../../storage/derived-files.js'
import type { PlacedFile } from '../../storage/file-store.js'
import { requirePicture } from '../access.js'
import { answerFile, describe, type Exchange, type SentFile } from './answer-file.js'
import type { AssetFileRow, AssetPictureRow } from './asset-file.js'
import { isVersion } from './original.js'

const pictures = {
  WEBP: { extension: 'webp', type: 'image/webp' },
  JPEG: { extension: 'jpeg', type: 'image/jpeg' },
} as const satisfies Record<ThumbnailFormat, object>

type Serving = Pick<ServerContext, 'derived' | 'logger'>

/** The thumbnail or the preview of an asset. Throws `not_generated` when it does not exist. */
export async function openPicture(
  context: Serving,
  asset: AssetPictureRow,
  { format, v }: { format: ThumbnailFormat; v: string | undefined },
): Promise<SentFile> {
  const { extension, type } = pictures[format]
  const key = `${toDerivedKey('thumbs', asset)}.${extension}`
  const file = asset.resized ? await openDerived(context, key) : null
  requirePicture(asset, file)
  return { file, key, type, name: nameOf(asset, extension), isNamed: isVersion(asset, v) }
}

/** The MP4 that was made of a video as it is now; null when there is none. */
export async function openPlayable(
  context: Serving,
  asset: AssetFileRow,
  v: string | undefined,
): Promise<SentFile | null> {
  const key = `${toDerivedKey('encoded-video', asset)}.mp4`
  const file = await openDerived(context, key)
  if (file === null) return null
  if (file.modifiedAt < asset.fileModifiedAt) {
    await file.close()
    return null
  }
  return { file, key, type: 'video/mp4', name: nameOf(asset, 'mp4'), isNamed: isVersion(asset, v) }
}

async function openDerived({ derived, logger }: Serving, key: string): Promise<PlacedFile | null> {
  try {
    return await derived.open(key)
  } catch (error) {
    throw toStoreProblem(logger, error)
  }
}

function nameOf({ originalFileName }: AssetPictureRow, extension: string) {
  return `${originalFileName.replace(/\.[^.]*$/, '')}.${extension}`
}

/** Shorter than a signed address is valid. */
const REDIRECT_SECONDS = 600

/** Answers a file as answerFile does, or where the store of the bucket sends it from, when that is configured. */
export async function answerDerived(
  { config: { sending }, derived, logger }: Pick<ServerContext, 'config' | 'derived' | 'logger'>,
  { req, res }: Pick<Exchange, 'req' | 'res'>,
  sent: SentFile,
): Promise<Awaited<ReturnType<typeof answerFile>> | { status: 302; body: undefined }> {
  const exchange = { req, res, as: 'inline', by: sending.folders } as const
  if (sent.key === undefined || sending.bucket === 'stream') return answerFile(exchange, sent)
  const address = await derived.sign(sent.key, describe(sent, exchange)).catch(async (error) => {
    await sent.file.close()
    throw toStoreProblem(logger, error)
  })
  if (address === null) return answerFile(exchange, sent)
  await sent.file.close()
  res.set({ Location: address, 'Cache-Control': `private, max-age=${REDIRECT_SECONDS}` })
  return { status: 302, body: undefined }
}

/** Logs why derived files cannot be read, and returns the problem to answer. */
function toStoreProblem(logger: Logger, error: unknown): ProblemError {
  logger.error({ err: error }, 'a derived file cannot be read')
  const headers = { 'Retry-After': '5' }
  return new ProblemError('unavailable', 'The derived files cannot be read at the moment.', { headers })
}
