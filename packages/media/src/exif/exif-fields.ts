import { type FileTags, listTexts, type TagValues } from './file-tags.js'
import type { Position } from './position.js'

/**
 * The metadata of a file; null where the file has none. Texts and numbers fit PostgreSQL's columns.
 */
export interface ExifFields extends Position {
  make: string | null
  model: string | null
  lensModel: string | null
  fNumber: number | null
  /** The focal length in millimetres. */
  focalLength: number | null
  iso: number | null
  /** The exposure time in seconds, as cameras show it: `1/100`, `2.5`. */
  exposureTime: string | null
  /** EXIF's orientation, `1` to `8`. */
  orientation: string | null
  exifImageWidth: number | null
  exifImageHeight: number | null
  /** The projection in capitals: `EQUIRECTANGULAR`. */
  projectionType: string | null
  description: string | null
  /** Apple's content identifier, which is equal on both halves of a live photo. */
  livePhotoCid: string | null
}

const maximumInteger = 2 ** 31 - 1

/** The orientations by the degrees of the header: not mirrored, then upside down, and then left to right. */
const turns: Record<number, string[]> = {
  0: ['1', '4', '2'],
  90: ['6', '7', '5'],
  180: ['3', '2', '4'],
  270: ['8', '5', '7'],
}

/** Converts the tags of a file and its side-car, which together are `described`. */
export function toExifFields(
  described: TagValues,
  { tags, sidecar }: { tags: FileTags; sidecar: FileTags },
): Omit<ExifFields, keyof Position> {
  return {
    make: toText(described.Make),
    model: toText(described.Model),
    lensModel: toLens(described),
    fNumber: toMeasure(described.FNumber),
    focalLength: toMeasure(described.FocalLength),
    iso: toInteger(described.ISO),
    exposureTime: toExposure(described.ExposureTime),
    orientation: toOrientation(tags),
    ...toSize(described),
    projectionType: toText(described.ProjectionType)?.toUpperCase() ?? null,
    description: findCaption(sidecar) ?? findCaption(tags) ?? toSongName(described),
    livePhotoCid: toText(described.ContentIdentifier),
  }
}

const captions = ['Description', 'ImageDescription', 'Caption-Abstract']

/** What cameras write where a person would write a caption, and Huawei's phones, which write the mode. */
const filler =
  /^((olympus |(konica )?minolta |kodak |samsung |ricoh |panasonic )?digital (still )?camera|sony dsc|default|exif_jpeg_\w+|dcim[\\/].*|<(digimax|kenox).*>)$/i
const modes = /^([vr]?hdr|sdr|dav|mde|bt[yfr]|cof|edf|f?ptr|qrf|rbt|tza|nor|oznor\w*)$/

/** Finds a person's caption in a block; null when there is none. */
function findCaption(tags: FileTags): string | null {
  const texts = captions.flatMap((name) => listTexts(tags, name)).map(toText)
  return texts.find((text) => text !== null && !filler.test(text) && !modes.test(text)) ?? null
}

/** Returns a text. PostgreSQL accepts neither NUL nor lone surrogates. */
function toText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replaceAll('\0', '').toWellFormed().trim() || null
}

/** Describes a sound file as `Title – Artist – Album`, as far as they are known. */
function toSongName({ MIMEType, Title, Artist, Album }: TagValues): string | null {
  if (!toText(MIMEType)?.startsWith('audio/')) return null
  const names = [Title, Artist, Album].map((value: unknown) => toText(Array.isArray(value) ? value.join(', ') : value))
  return names.filter((name) => name !== null).join(' – ') || null
}

function toLens({ LensModel, LensID }: TagValues): string | null {
  return [LensModel, LensID].map(toText).find((name) => name && !/^(-+|unknown.*|n\/a)$/i.test(name)) ?? null
}

/** Returns a positive number. Cameras write 0 for an unknown value, such as the aperture of a lens without contacts. */
function toPositive(value: unknown): number | null {
  const number = toNumber(value)
  return number !== null && number > 0 && number <= maximumInteger ? number : null
}

/** Rounds a value that a camera stores as a fraction: an iPhone's 1.7799999713897705 is f/1.78. */
function toMeasure(value: unknown): number | null {
  const number = toPositive(value)
  return number === null ? null : Number(number.toFixed(3)) || null
}

function toNumber(value: unknown): number | null {
  const number = Number.parseFloat(String(Array.isArray(value) ? value[0] : value))
  return Number.isFinite(number) ? number : null
}

function toInteger(value: unknown): number | null {
  const number = toPositive(value)
  return number === null ? null : Math.round(number) || null
}

/**
 * Returns the orientation in which the picture is drawn, as EXIF numbers it: that of EXIF, or of the header of a HEIC, AVIF or video, which have
 * their own rotation, and may be mirrored after it. What XMP says of it is not drawn.
 */
function toOrientation({ preferred, all }: FileTags): string | null {
  const { Rotation, Mirroring, MIMEType }: TagValues & { Mirroring?: unknown } = preferred
  const degrees = toNumber(String(Rotation).replace(/^Rotate /, '')) ?? 0
  const type = String(MIMEType)
  if (type.startsWith('video/')) return degrees === 0 ? null : (turns[degrees]?.[0] ?? null)
  const told = all.find(({ name, groups }) => name === 'Orientation' && groups[0] !== 'XMP')?.value
  const isTold = /^[1-8]$/.test(String(told))
  if (!/^image\/(hei[cf]|avif)/.test(type)) return isTold ? String(told) : null
  if (!isTold && Rotation === undefined && Mirroring === undefined) return null
  return turns[degrees]?.[['Vertical', 'Horizontal'].indexOf(String(Mirroring)) + 1] ?? null
}

function toSize({ ImageSize, ImageWidth, ImageHeight }: TagValues) {
  // A RAW file's ImageWidth may be its thumbnail's; ImageSize is the photo's.
  const [width, height] = String(ImageSize).split(/\D+/)
  return {
    exifImageWidth: toInteger(width) ?? toInteger(ImageWidth),
    exifImageHeight: toInteger(height) ?? toInteger(ImageHeight),
  }
}

/**
 * The longest exposure in seconds that is written as a fraction. Among longer ones, only 1/2 and 1/3 are usual: cameras show 0.6 s as a
 * decimal.
 */
const LONGEST_FRACTION = 0.25001

/**
 * Formats an exposure in seconds as cameras show it: `1/100`, `1/3`, `0.6`, `2.5`. Null when it is not a positive time.
 */
function toExposure(value: unknown): string | null {
  const seconds = toSeconds(value)
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  const fraction = 1 / seconds
  const isFraction = seconds <= LONGEST_FRACTION || (seconds < 1 && isNearlyWhole(fraction))
  return isFraction ? `1/${Math.round(fraction)}` : String(Number(seconds.toFixed(1)))
}

/** Returns whether a number is almost whole. Cameras round 1/3 s to 0.333 s or 333/1000 s. */
function isNearlyWhole(fraction: number) {
  return Math.round(fraction) > 1 && Math.abs(fraction - Math.round(fraction)) < 0.02
}

/** Returns an exposure in seconds. Some programs write the fraction itself as text. */
function toSeconds(value: unknown): number {
  const [, dividend, divisor] = /^(\d+)\/(\d+)$/.exec(String(value)) ?? []
  return dividend && divisor ? Number(dividend) / Number(divisor) : Number.parseFloat(String(value))
}
