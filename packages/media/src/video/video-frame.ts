import { stat } from 'node:fs/promises'
import { CrashFault, FileFault } from '../errors.js'
import { LARGE_FRAMES, PROTECTED } from '../fault.js'
import type { OpenFile } from '../files/open-beneath.js'
import { inTurn } from '../tools/decoder-turns.js'
import { type Caller, nobody } from '../tools/turns.js'
import { inputArguments, probe, runFfmpeg } from './ffmpeg.js'
import { listToneMapFilters } from './tone-map.js'
import { FRAME_LIMIT, hasLargeFrames, toVideoMemory } from './video-memory.js'

const TIMEOUT_MS = 60_000
const NO_PICTURE = 'it has no video stream; if it should have one, copy it again from its source'

/** The number of frames of which the most typical is chosen. */
const CANDIDATES = 24

/** The part of a video with a black beginning that is searched, and the time limit, for each way of searching. */
const SEARCHED_S = 60
const SEARCH_MS = 20_000

/** The filter that passes only frames of which more than two of 100 pixels are brighter than a black wall. */
const notBlack = [
  'format=yuv444p',
  'blackframe=amount=0:threshold=32',
  'metadata=select:key=lavfi.blackframe.pblack:value=98:function=less',
]

/**
 * Writes a frame of a video as PNG: from about one second after the start, or from the middle of a shorter video; for a video that
 * begins black, the first frame within a minute that is not black. The frame is upright, with HDR converted to SDR if ffmpeg can.
 * Throws when the file has no video stream.
 */
export async function extractFrame(
  file: OpenFile,
  target: string,
  { signal, caller = nobody }: { signal?: AbortSignal | undefined; caller?: Caller | undefined } = {},
): Promise<void> {
  const { video, duration, isProtected } = await probe(file, { signal })
  if (!video) throw new FileFault(NO_PICTURE)
  if (isProtected) throw new FileFault(PROTECTED)
  if (video.width * video.height > FRAME_LIMIT) throw new FileFault(LARGE_FRAMES)
  const toneMap = await listToneMapFilters(video, signal)
  const extract = async ({ seconds = 0, input = [], chosen = [], timeout = TIMEOUT_MS, isLit = false }: Extract) => {
    const filters = [...square, ...chosen, ...toneMap, ...(isLit ? notBlack : []), 'format=rgb24'].join()
    const before = ['-ss', String(seconds), ...input, ...inputArguments(file, video)]
    const output = ['-map', `0:${video.index}`, '-vf', filters, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe']
    const limits = { timeout, memory: toVideoMemory(video), input: file, output: target }
    await inTurn(
      (turn) =>
        runFfmpeg([...before, ...output, `file:${target}`], {
          ...limits,
          turn,
          signal: AbortSignal.any([turn.signal, ...(signal ? [signal] : [])]),
        }),
      { isLarge: hasLargeFrames(video), caller, signal },
    )
    return (await stat(target)).size > 0
  }
  const seconds = Math.min(1, (duration ?? 0) / 2)
  const usual = { seconds, chosen: [`thumbnail=${CANDIDATES}`] }
  const search = { input: ['-t', String(SEARCHED_S)], timeout: SEARCH_MS, isLit: true }
  const tryOut = (way: Extract) =>
    extract(way).catch((error) => {
      if (error instanceof CrashFault) return false
      throw error
    })
  const found =
    (await extract({ ...usual, isLit: true })) ||
    // Most videos have a frame that needs no other one every few seconds. Such frames alone take a fraction of the time.
    (await tryOut({ ...search, input: [...search.input, '-skip_frame', 'nokey'] })) ||
    (await tryOut(search)) ||
    (await extract(usual)) ||
    (await extract({}))
  if (!found) throw new FileFault(NO_PICTURE)
}

/** Writes the first frame of an animation as PNG, with its transparency. Throws as extractFrame does. */
export async function extractFirstFrame(
  file: OpenFile,
  target: string,
  options: { signal?: AbortSignal | undefined; caller?: Caller | undefined } = {},
): Promise<void> {
  const { video, mask } = await probe(file, { signal: options.signal })
  if (!video || mask === null || video.width * video.height > FRAME_LIMIT) return extractFrame(file, target, options)
  const { signal, caller = nobody } = options
  const shrunk = square.join()
  const merged = `[0:${video.index}]${shrunk},format=rgb24[c];[0:${mask}]${shrunk},format=gray[a];[c][a]alphamerge`
  const output = ['-filter_complex', merged, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', `file:${target}`]
  await inTurn(
    (turn) =>
      runFfmpeg([...inputArguments(file, video), ...output], {
        timeout: TIMEOUT_MS,
        memory: 2 * toVideoMemory(video),
        input: file,
        output: target,
        turn,
        signal: AbortSignal.any([turn.signal, ...(signal ? [signal] : [])]),
      }),
    { isLarge: hasLargeFrames(video), caller, signal },
  )
}

/** A way to choose a frame: from where on, options of the input, filters that choose, and whether a black one does not count. */
interface Extract {
  seconds?: number
  input?: string[]
  chosen?: string[]
  timeout?: number
  isLit?: boolean
}

/** The filters that make pixels square, and shrink large frames before the costly steps. */
const square = [`scale=w='${even('iw*sar')}':h='${even('ih')}'`, 'setsar=1']

/** Returns a scale expression: the shorter side as in a preview, and even, as the filters require. */
function even(side: string) {
  return `max(2,2*trunc(${side}*min(1,1440/min(iw*sar,ih))/2))`
}
