import { stat } from 'node:fs/promises'
import { FileFault } from '../errors.js'
import { ToolFault } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { PIXEL_LIMIT } from '../image/pixel-limit.js'
import { inputArguments, probe, runFfmpeg, type VideoStream } from './ffmpeg.js'
import { listToneMapFilters } from './tone-map.js'

const TIMEOUT_MS = 60_000
const NO_PICTURE = 'it has no video stream; if it should have one, copy it again from its source'

/** The most typical of this many frames is chosen, so that it is rarely black. */
const CANDIDATES = 24

/**
 * Writes a frame of a video as PNG: from about one second after the start, or from the middle of a shorter video. The frame is
 * upright, with HDR converted to SDR if ffmpeg can. Throws when the file has no video stream.
 */
export async function extractFrame(file: OpenFile, target: string, signal?: AbortSignal): Promise<void> {
  const { video, duration } = await probe(file, { signal })
  if (!video) throw new FileFault(NO_PICTURE)
  if (video.width * video.height > PIXEL_LIMIT) throw new ToolFault('Input image exceeds pixel limit')
  const filters = await listFilters(video, signal)
  const extract = async (seconds: number) => {
    const input = ['-ss', String(seconds), '-max_pixels', String(PIXEL_LIMIT), ...inputArguments(file)]
    const output = ['-map', `0:${video.index}`, '-vf', filters, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe']
    await runFfmpeg([...input, ...output, `file:${target}`], {
      timeout: TIMEOUT_MS,
      input: file,
      output: target,
      signal,
    })
    return (await stat(target)).size > 0
  }
  const found = (await extract(Math.min(1, (duration ?? 0) / 2))) || (await extract(0))
  if (!found) throw new FileFault(NO_PICTURE)
}

async function listFilters(video: VideoStream, signal?: AbortSignal): Promise<string> {
  return [
    // Makes pixels square, and shrinks large frames before the costly steps.
    `scale=w='${even('iw*sar')}':h='${even('ih')}'`,
    'setsar=1',
    `thumbnail=${CANDIDATES}`,
    ...(await listToneMapFilters(video, signal)),
    'format=rgb24',
  ].join()
}

/** Returns a scale expression: the shorter side as in a preview, and even, as the filters require. */
function even(side: string) {
  return `max(2,2*trunc(${side}*min(1,1440/min(iw*sar,ih))/2))`
}
