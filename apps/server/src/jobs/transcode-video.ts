import { rm } from 'node:fs/promises'
import { transcode } from '../media/transcode.js'
import { findAssetPath } from './asset-path.js'
import type { JobHandler } from './job.js'

const reasons = {
  playable: 'not required: browsers play it as it is',
  pictureless: 'it has no moving picture',
}

/** Makes an MP4 of a film that browsers may not play; where none is required, an older one goes. */
export const transcodeVideo: JobHandler = async ({ dataDir, signal }, asset) => {
  if (asset.type !== 'VIDEO') return { state: 'skipped', reason: 'it is not a film' }
  const target = `${findAssetPath(dataDir, 'encoded-video', asset)}.mp4`
  const outcome = await transcode(asset.originalPath, target, signal)
  if (outcome === 'transcoded') return { state: 'succeeded' }
  await rm(target, { force: true })
  return { state: 'skipped', reason: reasons[outcome] }
}
