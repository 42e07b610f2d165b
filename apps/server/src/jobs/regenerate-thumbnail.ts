import { makeThumbnails } from '../media/thumbnail.js'
import { saveThumbnail } from '../repositories/asset/asset.js'
import { toDerivedKey } from '../storage/derived-key.js'
import { type JobHandler, placeOf } from './job.js'

const DAMAGED = 'the file is damaged, so that a part of its picture may be missing; copy it again from its source'

/** Makes the preview, the thumbnail and the ThumbHash of a photo or video. */
export const regenerateThumbnail: JobHandler = async ({ database, derived, signal, exif }, asset) => {
  const { id, type } = asset
  if (type === 'AUDIO') return { state: 'skipped', reason: 'a sound file has no thumbnail' }
  if (type === 'OTHER') return { state: 'skipped', reason: 'it is neither a photo nor a video' }
  const key = toDerivedKey('thumbs', asset)
  const made = await makeThumbnails({
    source: placeOf(asset),
    type,
    preview: `${key}.jpeg`,
    thumbnail: `${key}.webp`,
    derived,
    exif,
    signal,
  })
  const saved = await saveThumbnail(database, id, made.thumbhash)
  if (!saved) return { state: 'skipped', reason: 'the asset was deleted' }
  return made.isDamaged ? { state: 'succeeded', reason: DAMAGED } : { state: 'succeeded' }
}
