import { dirname } from 'node:path'
import { FileFault } from '../errors.js'
import { DAMAGED_CONTENT, explainVideoFault, LARGE_FRAMES, PROTECTED, ToolFault } from '../fault.js'
import { isMedia } from '../file-type.js'
import type { Destination } from '../files/destination.js'
import { type FilePlace, type OpenFile, withOpenFile } from '../files/open-beneath.js'
import { withOriginal } from '../with-original.js'
import { type AudioStream, inputArguments, type Probe, probe, runFfmpeg, type VideoStream } from './ffmpeg.js'
import { listToneMapFilters } from './tone-map.js'
import { FRAME_LIMIT, toVideoMemory } from './video-memory.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const commonColors = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709']

/**
 * `playable` when browsers can play the original, `pictureless` when it has no video stream, and `longer` when the MP4 is to be made
 * another time. A warning tells what the MP4 lacks.
 */
export type TranscodeOutcome =
  | { state: 'transcoded'; warning: string | null }
  | { state: 'playable' | 'pictureless' | 'longer' }

const NO_SOUND = 'its sound has a format that is not supported, so the MP4 has none; export it with AAC'

/** The store of the MP4, its key, and the seconds of the longest video that is transcoded now. */
interface TranscodeTarget {
  derived: Destination
  key: string
  longest: number
}

/**
 * Transcodes a video to an MP4 that every browser plays: upright, at most 720 px on the shorter edge, and with HDR converted to SDR if
 * ffmpeg can. The file is replaced completely or not at all. Throws an Error in words for the owner of the video, a FileFault among
 * them, the errors of `derived`, or the reason of the aborted signal.
 */
export async function transcode(
  place: FilePlace,
  target: TranscodeTarget,
  signal?: AbortSignal,
): Promise<TranscodeOutcome> {
  try {
    return await withOriginal(place, (file) => transcodeFile(file, target, signal))
  } catch (error) {
    signal?.throwIfAborted()
    throw explainVideoFault(error)
  }
}

async function transcodeFile(
  file: OpenFile,
  { derived, key, longest }: TranscodeTarget,
  signal?: AbortSignal,
): Promise<TranscodeOutcome> {
  if (!(await isMedia(file))) throw new FileFault('its content is not a video; remove it from the folder, or rename it')
  const source = await probe(file, { signal })
  const { video, sounds } = source
  if (!video && sounds.length === 0) throw new FileFault(DAMAGED_CONTENT)
  if (!video) return { state: 'pictureless' }
  if (source.isProtected) throw new FileFault(PROTECTED)
  if (isPlayable(source)) return { state: 'playable' }
  if (video.width * video.height > FRAME_LIMIT) throw new FileFault(LARGE_FRAMES)
  if ((source.duration ?? Number.POSITIVE_INFINITY) > longest) return { state: 'longer' }
  const write = async ([partial]: readonly [string]) => {
    const sound = await encodeWithSound({ file, source, video, target: partial }, signal)
    const missing = await findMissing(partial, source, signal)
    return missing ?? (sounds.length > 0 && !sound ? NO_SOUND : null)
  }
  return { state: 'transcoded', warning: await derived.replace([key], write, signal) }
}

interface Encoding {
  file: OpenFile
  source: Probe
  video: VideoStream
  target: string
}

/** What ffmpeg prints of a sound that it cannot decode, before it has decoded anything, or after it has decoded nothing of the sound. */
const UNDECODED = /opening decoder|decoder .*not found|no decoder found|cannot determine format/i

/** Encodes with the first sound that can be decoded, and returns it; null when there is none. */
async function encodeWithSound(encoding: Encoding, signal?: AbortSignal): Promise<AudioStream | null> {
  for (const sound of encoding.source.sounds.filter(({ codec }) => codec !== 'unknown')) {
    try {
      await encode(encoding, sound, signal)
      return sound
    } catch (error) {
      const isOfSound = error instanceof ToolFault && UNDECODED.test(error.message)
      if (!isOfSound || !error.message.includes(`0:${sound.index}`)) throw error
    }
  }
  await encode(encoding, null, signal)
  return null
}

async function encode({ file, source, video, target }: Encoding, audio: AudioStream | null, signal?: AbortSignal) {
  const picture = ['-vf', await listFilters(video, signal), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23']
  const sound = audio ? ['-map', `0:${audio.index}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2'] : []
  await runFfmpeg(
    [
      ...inputArguments(file, video),
      '-map',
      `0:${video.index}`,
      ...picture,
      ...(video.isHdr ? commonColors : []),
      ...sound,
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-max_muxing_queue_size',
      '4096',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      `file:${target}`,
    ],
    { timeout: toTimeout(source), memory: toVideoMemory(video), input: file, output: target, signal },
  )
}

async function listFilters(video: VideoStream, signal?: AbortSignal): Promise<string> {
  return [
    `scale=w='${toSide('iw*min(1,sar)')}':h='${toSide('ih/max(1,sar)')}':out_range=tv`,
    'setsar=1',
    ...(await listToneMapFilters(video, signal)),
    'format=yuv420p',
  ].join()
}

/** Returns a scale expression for square pixels: even, as H.264 requires, at most 720 for the shorter side, never enlarged. */
function toSide(side: string) {
  return `max(2,2*trunc(${side}*min(1,720/min(iw*min(1,sar),ih/max(1,sar)))/2))`
}

/** Returns the time limit in milliseconds. A video of unknown length counts as an hour long. */
function toTimeout({ duration }: Probe) {
  return Math.min(24 * HOUR, 5 * MINUTE + 30_000 * (duration ?? 3_600))
}

/** Whether every browser can play the file: 8-bit H.264 with AAC or no sound, in MP4. */
function isPlayable({ container, brand, video, sounds }: Probe): boolean {
  const isMp4 = container.includes('mp4') && brand !== null && !/^(qt|3g)/.test(brand)
  if (!isMp4 || video?.codec !== 'h264' || video.isHdr) return false
  return /^yuvj?420p$/.test(video.pixelFormat ?? '') && (sounds[0]?.codec ?? 'aac') === 'aac'
}

/** Returns a warning when a part of a video could not be read. Throws when what was written does not play. */
async function findMissing(path: string, source: Probe, signal?: AbortSignal): Promise<string | null> {
  const transcoded = await withOpenFile({ folder: dirname(path), path }, (file) => probe(file, { signal }))
  if (!isPlayable(transcoded) || !transcoded.duration) throw new Error('ffmpeg wrote a video that does not play')
  const expected = source.duration ?? transcoded.duration
  if (transcoded.duration >= expected - source.emptyStart - toTolerance(expected)) return null
  return `only ${transcoded.duration.toFixed(1)} of its ${expected.toFixed(1)} seconds can be read; copy it again from its source`
}

/** Returns the seconds by which two durations may differ: containers measure that of the last frame in different ways. */
function toTolerance(seconds: number) {
  return Math.max(0.25, Math.min(1, seconds / 4), seconds / 50)
}
