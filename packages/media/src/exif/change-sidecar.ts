import type { ExifTool, WriteTags } from 'exiftool-vendored'
import { hierarchies, toLeaf, toList } from './keywords.js'

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
}

/**
 * Changes the keywords of an XMP file and the facts that a person has set, and nothing else in it. A file that would be empty is not
 * created.
 */
export async function changeSidecar(
  exiftool: ExifTool,
  path: string,
  { isNew, present, changes, facts }: SidecarChange,
): Promise<void> {
  const held: Record<string, unknown> = isNew ? {} : { ...(await exiftool.readRaw(path)) }
  const lists = Object.keys({ Subject: '', ...hierarchies }).map((field) => [field, toList(held[field])] as const)
  const isBare = lists.every(([, keywords]) => keywords.length === 0)
  const isAdded = new Map(changes.map((change) => [change.name, change.isAdded]))
  const isKept = (name: string) => isAdded.get(name) !== false
  const added = [...isAdded.keys()].filter((name) => isAdded.get(name))

  const wanted: Record<string, unknown> = toTags(facts)
  for (const [field, keywords] of lists) {
    const more = field === 'Subject' ? [...(isBare ? present : []), ...added] : []
    const kept = [...new Set([...keywords, ...more])].filter((keyword) => isKept(toName(field, keyword)))
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

/** Returns a time as exiftool takes it, such as `2001:07:14 23:30:00.000+05:30`. */
function toExifTime(localDateTime: string, offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  const local = localDateTime.slice(0, -1).replace('T', ' ').replaceAll('-', ':')
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hour}:${minute}`
}

function toName(field: string, keyword: string) {
  const separator = Object.entries(hierarchies).find(([name]) => name === field)?.[1]
  return separator === undefined ? keyword : toLeaf(keyword, separator)
}
