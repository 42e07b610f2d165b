import type { ThumbnailFormat } from '@media-library/contract'
import type { ServerContext } from '../../context.js'
import { toDerivedKey } from '../../storage/derived-files.js'
import type { PlacedFile } from '../../storage/file-store.js'
import { noPicture, requirePicture } from '../access.js'
import type { SentFile } from './answer-file.js'
import type { AssetFileRow, AssetPictureRow } from './asset-file.js'
import { toStoreProblem } from './elsewhere.js'
import { toFileName } from './file-names.js'
import { isVersion } from './original.js'

const pictures = {
  WEBP: { extension: 'webp', type: 'image/webp' },
  JPEG: { extension: 'jpeg', type: 'image/jpeg' },
} as const satisfies Record<ThumbnailFormat, object>

type Serving = Pick<ServerContext, 'derived' | 'logger'>

/** Opens the thumbnail or the preview of an asset. Throws `not_generated` when it does not exist. */
export async function openPicture(
  context: Serving,
  asset: AssetPictureRow,
  { format, v }: { format: ThumbnailFormat; v: string | undefined },
): Promise<SentFile> {
  const { extension, type } = pictures[format]
  const key = `${toDerivedKey('thumbs', asset)}.${extension}`
  const file = asset.resized ? await openDerived(context, key) : null
  requirePicture(asset, file)
  return {
    file,
    sign: signing(context, key),
    type,
    name: toName(asset, extension),
    isNamed: isVersion(asset, v),
    toProblem: (error) => (isGone(error) ? noPicture(asset) : toStoreProblem(context.logger, error)),
  }
}

/** Opens the MP4 of the current version of a video; null when there is none. */
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
  const name = toName(asset, 'mp4')
  return {
    file,
    sign: signing(context, key),
    type: 'video/mp4',
    name,
    isNamed: isVersion(asset, v),
    toProblem: (error) => toStoreProblem(context.logger, error),
  }
}

/** Opens a derived file; null when it does not exist or is empty, which a full disk or a loss of power can cause. */
export async function openDerived({ derived, logger }: Serving, key: string): Promise<PlacedFile | null> {
  try {
    const file = await derived.open(key)
    if (file?.size !== 0) return file
    await file.close()
    return null
  } catch (error) {
    throw toStoreProblem(logger, error)
  }
}

function isGone(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Returns the function that signs the address of a derived file. */
export function signing({ derived }: Serving, key: string): SentFile['sign'] {
  return (headers) => derived.sign(key, headers)
}

function toName({ originalFileName }: AssetPictureRow, extension: string) {
  return toFileName(`${originalFileName.replace(/\.[^.]*$/, '')}.${extension}`, extension)
}
