import type { TagValues } from '../exif/file-tags.js'
import type { Span } from '../files/read-chunks.js'

/** Those of exiftool that tell of a video inside a photo. */
type MotionTags = Pick<TagValues, 'MotionPhoto' | 'ContainerDirectory' | 'MicroVideo' | 'MicroVideoOffset'> & {
  /** Of HEIC and AVIF; null, because it is binary. */
  MotionPhotoVideo?: unknown
}

/**
 * Returns the places at which the video of a photo of `size` bytes may be by its tags, the likeliest first; null for a photo without
 * one. A JPEG with a gain map has a directory, too, which names no video.
 */
export function findMotion(tags: MotionTags, size: number): Span[] | null {
  // By Google's specification, such a file is no motion photo, whatever else is in it.
  if (Number(tags.MotionPhoto) === 0) return null
  const older = Number(tags.MicroVideo) === 1 ? [fromEnd(Number(tags.MicroVideoOffset), size)] : []
  const spans = [...findByDirectory(tags.ContainerDirectory, size), ...older].filter((span) => isInside(span, size))
  return spans.length > 0 || tags.MotionPhotoVideo !== undefined ? spans : null
}

/**
 * Reads Google's directory, which lists what follows the photo, in order, up to the end of the file. Samsung counts the padding behind
 * the video into its length, others do not.
 */
function findByDirectory(directory: unknown, size: number): Span[] {
  const items = Array.isArray(directory) ? directory.map(toItem) : []
  const index = items.findIndex(({ semantic }) => semantic === 'MotionPhoto')
  const video = items[index]
  if (!video) return []
  const after = items.slice(index + 1).reduce((sum, { length, padding }) => sum + length + padding, 0)
  return [0, video.padding].map((padding) => fromEnd(after + padding + video.length, size, after + padding))
}

function toItem(entry: { Item?: { Semantic?: unknown; Length?: unknown; Padding?: unknown } } | null) {
  const { Semantic, Length, Padding } = entry?.Item ?? {}
  return { semantic: Semantic, length: Number(Length) || 0, padding: Number(Padding) || 0 }
}

/** Returns the place of the bytes from `offset` to `after` before the end of the file. */
function fromEnd(offset: number, size: number, after = 0): Span {
  return { start: size - offset, end: size - after - 1 }
}

/** Returns whether a photo can come before the video. */
function isInside({ start, end }: Span, size: number) {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start > 0 && start < end && end < size
}
