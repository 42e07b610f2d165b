import { runFfmpeg, type VideoStream } from './ffmpeg.js'

const TIMEOUT_MS = 60_000

/** The brightness of white paper in HDR (ITU-R BT.2408) and of the brightest light in most videos, in nits. */
const WHITE_NITS = 203
const BRIGHTEST_NITS = 1_000

// Light up to 0.7 stays unchanged, so that the video is as bright as in SDR. Brighter light is compressed into the rest.
const filters = [
  `zscale=transfer=linear:npl=${WHITE_NITS}`,
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  `tonemap=mobius:param=0.7:desat=0:peak=${BRIGHTEST_NITS / WHITE_NITS}`,
  'zscale=transfer=bt709:matrix=bt709:range=tv',
]

/** Lists the filters that convert HDR to SDR; none for an SDR video, or when ffmpeg does not have them. */
export async function listToneMapFilters({ isHdr }: VideoStream, signal?: AbortSignal): Promise<string[]> {
  if (!isHdr) return []
  const known = (await runFfmpeg(['-filters'], { timeout: TIMEOUT_MS, signal })).toString()
  return / zscale /.test(known) && / tonemap /.test(known) ? filters : []
}
