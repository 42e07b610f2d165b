import { runFfmpeg, type VideoStream } from './ffmpeg.js'

const timeout = 60_000

/** The nits of white paper, which HDR leaves room above (ITU-R BT.2408), and those of the brightest light that most videos have. */
const white = 203
const brightest = 1_000

// Up to 0.7 light stays as it is, so that a picture is as bright as it would be in SDR; what is above shares the rest.
const filters = [
  `zscale=transfer=linear:npl=${white}`,
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  `tonemap=mobius:param=0.7:desat=0:peak=${brightest / white}`,
  'zscale=transfer=bt709:matrix=bt709:range=tv',
]

/** The filters that bring the light of HDR down to that of common screens; none for SDR, or where ffmpeg has none. */
export async function listToneMapFilters({ isHdr }: VideoStream, signal?: AbortSignal): Promise<string[]> {
  if (!isHdr) return []
  const known = (await runFfmpeg(['-filters'], { timeout, signal })).toString()
  return / zscale /.test(known) && / tonemap /.test(known) ? filters : []
}
