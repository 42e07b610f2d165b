import { transcode } from '@media-library/media'
import { toDerivedKey } from '../../storage/derived-files.js'
import { type JobHandler, placeOf } from './job.js'

const reasons = {
  playable: 'not required: browsers can play the original',
  pictureless: 'it has no video stream',
}

/** Makes an MP4 of a video that some browsers cannot play. Removes an older MP4 when none is required. */
export const transcodeVideo: JobHandler = async ({ derived, signal }, asset) => {
  if (asset.type !== 'VIDEO') return { state: 'skipped', reason: 'it is not a video' }
  const key = `${toDerivedKey('encoded-video', asset)}.mp4`
  const outcome = await transcode(placeOf(asset), { derived, key }, signal)
  if (outcome === 'transcoded') return { state: 'succeeded' }
  await derived.remove(key, signal)
  return { state: 'skipped', reason: reasons[outcome] }
}
