import type { ExifTool, WriteTags } from 'exiftool-vendored'
import type { OpenFile } from '../files/open-beneath.js'
import { readTags } from './file-tags.js'
import { hierarchies, toLeaf, toList } from './keywords.js'
import { withPlainPath } from './plain-path.js'

/** The facts that a person has set for a photo; null for those that the file decides. */
export interface OwnFacts {
  description: string | null
  /** The local time, written as if it were UTC. */
  localDateTime: string | null
  /** The offset of that time from UTC in minutes. */
  offsetMinutes: number
  latitude: number | null
  longitude: number | null
}

/** A change of a side-car. */
export interface SidecarChange {
  /** Whether the file does not exist yet. */
  isNew: boolean
  /** The keywords that a side-car without any gets first, because its keywords replace those of the photo. */
  present: string[]
  /** The keywords that were added and removed since, oldest first. */
  changes: { name: string; isAdded: boolean }[]
  facts: OwnFacts
  /** What a person took back: unless it is set again, the file loses it. */
  takenBack: ('date' | 'place')[]
  /** Opens the photo, whose keywords have paths that a side-car without any keywords gets, too. */
  lendPhoto<T>(use: (photo: OpenFile) => Promise<T>): Promise<T>
}

const fields = ['Subject', ...Object.keys(hierarchies)]

/**
 * Changes the keywords of an XMP file and the facts that a person has set, and nothing else in it. A file that would be empty is not
 * created.
 */
export async function changeSidecar(
  exiftool: ExifTool,
  path: string,
  { isNew, present, changes, facts, takenBack, lendPhoto }: SidecarChange,
): Promise<void> {
  const held = isNew ? {} : (await readTags(exiftool, path)).preferred
  const isBare = fields.every((field) => listKeywords(held, field).length === 0)
  const isAdded = new Map(changes.map((change) => [change.name, change.isAdded]))
  const isKept = (name: string) => isAdded.get(name) !== false
  const added = [...isAdded.keys()].filter((name) => isAdded.get(name))
  const named = new Set([...(isBare ? present : []), ...added])
  const inPhoto =
    isBare && named.size > 0
      ? await lendPhoto((photo) => withPlainPath(photo, (plain) => readTags(exiftool, plain)))
      : null

  const wanted: Record<string, unknown> = { ...(!isNew && toLost(takenBack)), ...toTags(facts) }
  for (const field of fields) {
    const keywords = listKeywords(held, field)
    const paths = inPhoto ? listKeywords(inPhoto.preferred, field).filter((path) => named.has(toName(field, path))) : []
    const all = new Map<string, string>()
    for (const keyword of [...keywords, ...(field === 'Subject' ? named : paths)])
      if (!all.has(keyword.normalize())) all.set(keyword.normalize(), keyword)
    const kept = [...all.values()].filter((keyword) => isKept(toName(field, keyword)))
    if (kept.join('\0') !== keywords.join('\0')) wanted[field] = kept.length === 0 ? null : kept
  }
  if (Object.keys(wanted).length === 0) return
  await exiftool.write(path, wanted as WriteTags, { writeArgs: ['-overwrite_original'] })
}

function toTags({ description, localDateTime, offsetMinutes, latitude, longitude }: OwnFacts): Record<string, unknown> {
  return {
    ...(description !== null && { 'XMP-dc:Description': description }),
    ...(localDateTime !== null && { 'XMP-exif:DateTimeOriginal': toExifTime(localDateTime, offsetMinutes) }),
    ...(latitude !== null && { 'XMP-exif:GPSLatitude': latitude, 'XMP-exif:GPSLongitude': longitude }),
  }
}

function toLost(takenBack: SidecarChange['takenBack']): Record<string, unknown> {
  return {
    ...(takenBack.includes('date') && { 'XMP-exif:DateTimeOriginal': null }),
    ...(takenBack.includes('place') && { 'XMP-exif:GPSLatitude': null, 'XMP-exif:GPSLongitude': null }),
  }
}

/** Returns a time as exiftool takes it, such as `2001:07:14 23:30:00.000+05:30`. */
function toExifTime(localDateTime: string, offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  const local = localDateTime.slice(0, -1).replace('T', ' ').replaceAll('-', ':')
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hour}:${minute}`
}

function listKeywords(tags: Record<string, unknown>, field: string): string[] {
  return toList(tags[field])
}

/** Returns the name of the tag that a keyword, or the path of one, is of. */
function toName(field: string, keyword: string) {
  const separator = Object.entries(hierarchies).find(([name]) => name === field)?.[1]
  return (separator === undefined ? keyword : toLeaf(keyword, separator)).normalize()
}
