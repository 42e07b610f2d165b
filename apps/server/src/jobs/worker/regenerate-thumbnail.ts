import { makeThumbnails } from '@media-library/media'
import { saveThumbnail } from '../../assets/asset.js'
import { listFacesToDraw, type PersonFace, saveFacePictures } from '../../assets/faces/face-picture.js'
import { toDerivedKey } from '../../storage/derived-files.js'
import type { JobHandler } from './job-handler.js'

const damaged = {
  IMAGE: 'the file is damaged, so part of the picture may be missing; copy it again from its source',
  VIDEO: 'the file is incomplete, so the end of the video is missing; copy it again from its source',
}

/**
 * Makes the preview, the thumbnail and the ThumbHash of a photo or video, and the pictures of people that are cut out of it.
 */
export const regenerateThumbnail: JobHandler = async (context, asset) => {
  const { database, derived, originals, signal, exif, caller } = context
  const { id, type } = asset
  if (type === 'AUDIO') return { state: 'skipped', reason: 'a sound file has no thumbnail' }
  if (type === 'OTHER') return { state: 'skipped', reason: 'it is neither a photo nor a video' }
  const key = toDerivedKey('thumbs', asset)
  const faces = await listFacesToDraw(database, id)
  const pictures = faces.map((face) => ({
    ...toShares(face),
    personId: face.personId,
    key: `${key}-${face.personId}.jpeg`,
  }))
  const request = {
    type,
    derived,
    exif,
    signal,
    caller,
    preview: `${key}.jpeg`,
    thumbnail: `${key}.webp`,
    faces: pictures,
  }
  const thumbnails = await originals.lend(asset, (source) => makeThumbnails({ ...request, source }), { signal })
  const saved = await saveThumbnail(database, id, thumbnails.thumbhash)
  if (!saved) {
    for (const name of [`${key}.jpeg`, `${key}.webp`, ...pictures.map((picture) => picture.key)])
      await derived.remove(name)
    return { state: 'skipped', reason: 'the asset was deleted' }
  }
  if (pictures.length > 0) await saveFacePictures(database, id, pictures)
  return thumbnails.isDamaged ? { state: 'succeeded', reason: damaged[type] } : { state: 'succeeded' }
}

/** Returns a face as shares of the photo, or else the whole photo, of which the middle is shown. */
function toShares({ imageWidth, imageHeight, ...face }: PersonFace) {
  if (imageWidth === 0 || imageHeight === 0) return { left: 0, top: 0, right: 1, bottom: 1 }
  return {
    left: face.boundingBoxX1 / imageWidth,
    top: face.boundingBoxY1 / imageHeight,
    right: face.boundingBoxX2 / imageWidth,
    bottom: face.boundingBoxY2 / imageHeight,
  }
}
