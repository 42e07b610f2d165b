import { transcode } from '@media-library/media'
import { toDerivedKey } from '../../storage/derived-files.js'
import type { JobHandler } from './job-handler.js'

const reasons = {
  playable: 'not required: browsers can play the original',
  pictureless: 'it has no video stream',
}

/** The seconds of the longest video for which others wait. */
const SHORT_S = 60

/** Makes an MP4 of a video that some browsers cannot play. Removes an older MP4 when none is required. */
export const transcodeVideo: JobHandler = async ({ derived, originals, signal, lane }, asset) => {
  if (asset.type !== 'VIDEO') return { state: 'skipped', reason: 'it is not a video' }
  const key = `${toDerivedKey('encoded-video', asset)}.mp4`
  const longest = lane === 'short' ? SHORT_S : Number.POSITIVE_INFINITY
  const outcome = await originals.lend(asset, (place) => transcode(place, { derived, key, longest }, signal), {
    signal,
  })
  if (outcome.state === 'transcoded') return { state: 'succeeded', ...(outcome.warning && { reason: outcome.warning }) }
  if (outcome.state === 'longer') return { state: 'postponed' }
  await derived.remove(key, signal)
  return { state: 'skipped', reason: reasons[outcome.state] }
}
