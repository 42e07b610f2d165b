import { dirname } from 'node:path'
import { FileFault } from '../../errors.js'
import { withOpenFile } from '../../storage/files/open-beneath.js'
import { type Probe, probe } from './ffmpeg.js'

/** Whether every browser can play the file: 8-bit H.264 with AAC or no sound, in MP4. */
export function isPlayable({ container, brand, video, audio }: Probe): boolean {
  const isMp4 = container.includes('mp4') && brand !== null && !/^(qt|3g)/.test(brand)
  if (!isMp4 || video?.codec !== 'h264' || video.isHdr) return false
  return /^yuvj?420p$/.test(video.pixelFormat ?? '') && (audio === null || audio.codec === 'aac')
}

/** Throws when a transcoded video does not play, or differs from its source in length. */
export async function requireWhole(path: string, source: Probe, signal?: AbortSignal): Promise<void> {
  const made = await withOpenFile({ folder: dirname(path), path }, (file) => probe(file, { signal }))
  if (!isPlayable(made) || !made.duration) throw new Error('ffmpeg wrote a video that does not play')
  const expected = source.duration ?? made.duration
  if (Math.abs(made.duration - expected) > toTolerance(expected)) {
    throw new FileFault(
      `only ${made.duration.toFixed(1)} of its ${expected.toFixed(1)} seconds can be read; copy it again from its source`,
    )
  }
}

/** Containers measure the duration of the last frame in different ways. */
function toTolerance(seconds: number) {
  return Math.max(0.25, Math.min(1, seconds / 4), seconds / 50)
}
