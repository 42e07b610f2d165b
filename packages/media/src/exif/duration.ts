import { TimeFault, TurnFault } from '../errors.js'
import { isMoving } from '../file-type.js'
import type { OpenFile } from '../files/open-beneath.js'
import type { Turn } from '../tools/turns.js'
import { type Probe, probe } from '../video/ffmpeg.js'
import type { TagValues } from './file-tags.js'

/** The shortest duration in seconds that is not written as 0. */
const SHORTEST_S = 0.0005

/**
 * The formats, by exiftool's names, whose duration exiftool reads. For others, it guesses or has none, and for a WAV that was recorded as a
 * stream it takes the length in the header.
 */
const exactTypes = new Set('MP4 M4V M4A M4B MOV QT 3GP 3G2 MKV MKA WEBM FLAC AIFF'.split(' '))

/**
 * The brands of MP4 files that may consist of fragments. Their header gives no duration, or only that of the first fragment.
 */
const fragmented = /^(iso[5-9]|dash|msdh|cmf|hlsf)/

/** Lends a turn in which ffprobe reads. */
type InTurn = <T>(use: (turn: Turn) => Promise<T>) => Promise<T>

/**
 * Returns the duration of a video or sound file as `HH:MM:SS.mmm`; null for a photo, and when it is unknown. The duration is ffprobe's,
 * read in a turn, when exiftool has none or only guesses. Throws a TimeFault or a TurnFault when ffprobe takes long.
 */
export async function findDuration(tags: TagValues, file: OpenFile, inTurn: InTurn): Promise<string | null> {
  if (String(tags.MIMEType).startsWith('image/') || !(await isMoving(file))) return null
  const read = toSeconds(tags.Duration)
  // A damaged header may tell thousands of years. No sound has less than a byte for each second.
  const guess = read && read <= file.size ? read : null
  const seconds = read && isExact(tags) ? read : ((await inTurn((turn) => probeDuration(file, turn))) ?? guess)
  return seconds && seconds >= SHORTEST_S ? toClock(seconds) : null
}

/** Whether ffprobe finds a picture or a sound in a video or sound file. Throws as findDuration does. */
export async function isPlayed(file: OpenFile, inTurn: InTurn): Promise<boolean> {
  if (!(await isMoving(file))) return false
  const found = await inTurn((turn) => tryProbe(file, turn))
  return found !== null && (found.video !== null || found.sounds.length > 0)
}

/**
 * Returns a duration in seconds. In a file with XMP, `Duration` may be a structure rather than the duration of the file.
 */
function toSeconds(value: unknown): number | null {
  const seconds = typeof value === 'object' ? Number.NaN : Number(value)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

function isExact({ FileType, CompatibleBrands }: TagValues & { CompatibleBrands?: unknown }) {
  const brands = Array.isArray(CompatibleBrands) ? CompatibleBrands : [CompatibleBrands]
  return exactTypes.has(String(FileType)) && !brands.some((brand) => fragmented.test(String(brand)))
}

/** Returns ffprobe's duration in seconds; null when it cannot read the file, or when there is no ffprobe. */
export async function probeDuration(file: OpenFile, turn?: Turn): Promise<number | null> {
  return (await tryProbe(file, turn))?.duration ?? null
}

async function tryProbe(file: OpenFile, turn?: Turn): Promise<Probe | null> {
  try {
    return await probe(file, { signal: turn?.signal, turn })
  } catch (error) {
    if (error instanceof TimeFault || error instanceof TurnFault) throw error
    return null
  }
}

function toClock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000)
  const total = Math.floor(milliseconds / 1_000)
  const clock = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  return `${clock.map((part) => pad(part)).join(':')}.${pad(milliseconds % 1_000, 3)}`
}

function pad(value: number, digits = 2) {
  return String(value).padStart(digits, '0')
}
