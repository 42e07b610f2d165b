import { stat } from 'node:fs/promises'
import type { OpenFile } from '../../files/open-beneath.js'
import { pixelLimit } from '../image/render-thumbnails.js'
import { inputArguments, probe, runFfmpeg, type VideoStream } from './ffmpeg.js'
import { listToneMapFilters } from './tone-map.js'

const timeLimit = 60_000

/** The number of frames of which the most typical is chosen, so that it is rarely black. */
const candidates = 24

/**
 * Writes a frame of a video as PNG: of about one second in, or of the middle of a shorter video; upright, and HDR brought
 * down to SDR where ffmpeg can. Throws when the file has no picture.
 */
export async function extractFrame(file: OpenFile, target: string, signal?: AbortSignal): Promise<void> {
  const { video, duration } = await probe(file, { signal })
  if (!video) throw new Error('it has no picture')
  if (video.width * video.height > pixelLimit) throw new Error('Input image exceeds pixel limit')
  const filters = await listFilters(video, signal)
  const extract = async (seconds: number) => {
    const input = ['-ss', String(seconds), '-max_pixels', String(pixelLimit), ...inputArguments(file)]
    const output = ['-map', `0:${video.index}`, '-vf', filters, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe']
    await runFfmpeg([...input, ...output, `file:${target}`], {
      timeout: timeLimit,
      input: file,
      output: target,
      signal,
    })
    return (await stat(target)).size > 0
  }
  const found = (await extract(Math.min(1, (duration ?? 0) / 2))) || (await extract(0))
  if (!found) throw new Error('it has no picture')
}

async function listFilters(video: VideoStream, signal?: AbortSignal): Promise<string> {
  return [
    // Pixels that are not square become so, and large frames shrink before the costly steps.
    `scale=w='${even('iw*sar')}':h='${even('ih')}'`,
    'setsar=1',
    `thumbnail=${candidates}`,
    ...(await listToneMapFilters(video, signal)),
    'format=rgb24',
  ].join()
}

/** A side shrunk so that the shorter one is as in a preview, and even as the filters ask. */
function even(side: string) {
  return `max(2,2*trunc(${side}*min(1,1440/min(iw*sar,ih))/2))`
}
