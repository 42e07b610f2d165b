import type { FileTag, FileTags } from './file-tags.js'
import { readDate, type WrittenDate } from './written-date.js'

const shutter = ['SubSecDateTimeOriginal', 'DateTimeOriginal', 'DateCreated', 'DateTimeCreated']
const making = [
  ...['CreationDate', 'CreationDateValue', 'SubSecCreateDate', 'CreateDate', 'MediaCreateDate', 'TrackCreateDate'],
  ...['DigitalCreationDateTime', 'DigitalCreationDate', 'DateTimeDigitized', 'CreationTime'],
]
const makingOfVideo = ['ContentCreateDate']
/** In XMP, the date of anything that happened to a photo. */
const last = ['Date']
const clocks = ['GPSDateTime', 'GPSDateStamp', 'DateTimeUTC', 'SonyDateTime2', 'TimeStamp']

/**
 * Lists the dates of a shot, the best source first: the shutter, then the creation, each in the side-car before the file, then the clocks,
 * and then a date of anything.
 */
export function listDates(tags: FileTags, sidecar: FileTags): WrittenDate[] {
  const type = String(tags.preferred.MIMEType)
  const kinds = [shutter, type.startsWith('video/') ? [...making, ...makingOfVideo] : making]
  const others = kinds.flatMap((names) => [sidecar, tags].flatMap((block) => listNamed(block, names)))
  // The year of a song is that in which it came out.
  const own = type.startsWith('audio/') ? others.filter(({ parts }) => parts === 4) : others
  return [...own, ...listClocks(tags, sidecar), ...[sidecar, tags].flatMap((block) => listNamed(block, last))]
}

/** Lists the times in UTC that cameras add: those of satellites, and those of Sony and Samsung. */
export function listClocks(tags: FileTags, sidecar: FileTags): WrittenDate[] {
  return [sidecar, tags].flatMap((block) => listNamed(block, clocks))
}

/** Lists the dates in the tags with these names, in this order. */
export function listNamed({ all }: FileTags, names: string[]): WrittenDate[] {
  return names.flatMap((name) => all.filter((tag) => tag.name === name).flatMap((tag) => toDate(tag) ?? []))
}

/** The groups in which a name of a tag is that of a date of the shot. */
const only: Record<string, string> = { TimeStamp: 'Samsung', Date: 'XMP' }

function toDate(tag: FileTag): WrittenDate | null {
  const { groups, name, value } = tag
  const group = only[name]
  if (group && !groups.includes(group)) return null
  const [text] = [value].flat()
  const date = typeof text === 'string' ? readDate(text) : null
  const isInstant = date?.zone === null && date.parts === 4 && (isHeader(tag) || clocks.includes(name))
  return date && isInstant ? { ...date, isInstant } : date
}

/** Whether a tag is of the headers of a film and its tracks, whose times are in UTC. Those that cameras add are local. */
function isHeader({ groups }: FileTag) {
  return groups[0] === 'QuickTime' && (groups[1] === undefined || /^(QuickTime|Track\d+|Copy\d+)$/.test(groups[1]))
}
