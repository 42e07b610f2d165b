import { runFfmpeg, type VideoStream } from './ffmpeg.js'

const timeout = 60_000

const filters = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
]

/** The filters that bring the light of HDR down to that of common screens; none for SDR, or where ffmpeg has none. */
export const listToneMapFilters = async ({ isHdr }: VideoStream, signal?: AbortSignal): Promise<string[]> => {
  if (!isHdr) return []
  const known = (await runFfmpeg(['-filters'], { timeout, signal })).toString()
  return / zscale /.test(known) && / tonemap /.test(known) ? filters : []
}
