import { BRIGHTEST_NITS, UNCHANGED, WHITE_NITS } from '../hdr-light.js'
import { runFfmpeg, type VideoStream } from './ffmpeg.js'

const TIMEOUT_MS = 60_000

const filters = [
  `zscale=transfer=linear:npl=${WHITE_NITS}`,
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  `tonemap=mobius:param=${UNCHANGED}:desat=0:peak=${BRIGHTEST_NITS / WHITE_NITS}`,
  'zscale=transfer=bt709:matrix=bt709:range=tv',
]

/** Lists the filters that convert HDR to SDR; none for an SDR video, or when ffmpeg does not have them. */
export async function listToneMapFilters({ isHdr }: VideoStream, signal?: AbortSignal): Promise<string[]> {
  if (!isHdr) return []
  const known = (await runFfmpeg(['-filters'], { timeout: TIMEOUT_MS, signal })).toString()
  return / zscale /.test(known) && / tonemap /.test(known) ? filters : []
}
