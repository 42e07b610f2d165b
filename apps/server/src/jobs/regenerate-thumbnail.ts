import { makeThumbnails } from '../media/thumbnail.js'
import { saveThumbnail } from '../repositories/asset.js'
import { findAssetPath } from './asset-path.js'
import type { JobHandler } from './job.js'

/** Makes the preview, the thumbnail and the ThumbHash of a photo or film. */
export const regenerateThumbnail: JobHandler = async ({ database, dataDir, signal, exif }, asset) => {
  const { id, type, originalPath } = asset
  if (type === 'AUDIO') return { state: 'skipped', reason: 'a sound has no picture' }
  if (type === 'OTHER') return { state: 'skipped', reason: 'it is neither a photo nor a film' }
  const path = findAssetPath(dataDir, 'thumbs', asset)
  const made = await makeThumbnails({
    source: originalPath,
    type,
    preview: `${path}.jpeg`,
    thumbnail: `${path}.webp`,
    exif,
    signal,
  })
  const saved = await saveThumbnail(database, id, made.thumbhash)
  return saved ? { state: 'succeeded' } : { state: 'skipped', reason: 'the asset is gone' }
}
