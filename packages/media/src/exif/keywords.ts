import type { TagValues } from './file-tags.js'

/** The maximum length of a name, which is the key of an index that holds at most 2,700 bytes. */
const MAX_LENGTH = 500

/** The maximum number of keywords, and of faces, of a file. */
export const MOST_NAMES = 1_000
/** The length in bytes from which an IPTC keyword may be cut. A character of several bytes may not fit at the end. */
const IPTC_LENGTH = 61

/** Converts a value to a name that PostgreSQL accepts; null when it is empty or too long for a name. */
export function toName(value: unknown): string | null {
  const name = toList(value)[0]?.replaceAll('\0', '').toWellFormed().normalize().trim() ?? ''
  return name !== '' && name.length <= MAX_LENGTH ? name : null
}

/** The keywords of a file and its side-car, each without duplicates. */
export interface Keywords {
  keywords: string[]
  /** The keywords of the file that are ignored, because the side-car has keywords of its own. */
  hiddenKeywords: string[]
  /** The number of keywords that are left out because there are too many. */
  excessKeywords: number
}

/**
 * Lists the keywords (IPTC, XMP subject, Windows) of the side-car if it has any, or else of the file. IPTC keywords are added to those of
 * XMP, unless the digest in the file says that XMP is the newer copy of them. Only the leaf of a hierarchy, as Lightroom and digiKam write
 * it, is listed.
 */
export function findKeywords(tags: TagValues, sidecar: TagValues): Keywords {
  const [own, others] = [readKeywords(sidecar), readKeywords(tags)]
  const counting = own.length === 0 ? others : own
  const known = new Set(own)
  const hidden = own.length === 0 ? [] : others.filter((name) => !known.has(name))
  return {
    keywords: counting.slice(0, MOST_NAMES),
    hiddenKeywords: hidden.slice(0, MOST_NAMES),
    excessKeywords: Math.max(0, counting.length - MOST_NAMES),
  }
}

/** The fields of keyword hierarchies, each with the separator of its paths. */
export const hierarchies = { HierarchicalSubject: '|', TagsList: '/' } as const

/** Returns the texts of a field, which exiftool returns alone or as a list. */
export function toList(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}

interface Others extends Partial<Record<keyof typeof hierarchies, unknown>> {
  /** The tag of exiftool.config: IPTC's own keywords, unless they are an older copy of XMP's. */
  IptcKeywords?: unknown
}

function readKeywords(tags: TagValues & Others): string[] {
  const isOwn = findOwn(tags)
  const main = [...toList(tags.Subject), ...toList(tags.Keywords)].filter(isOwn)
  const names = [
    ...main,
    ...toList(tags.IptcKeywords).filter((name) => !isCutShort(name, main)),
    ...toList(tags.XPKeywords).flatMap((names) => names.split(';')),
    ...toList(tags.HierarchicalSubject)
      .filter(isOwn)
      .map((path) => toLeaf(path, hierarchies.HierarchicalSubject)),
    ...toList(tags.TagsList).map((path) => toLeaf(path, hierarchies.TagsList)),
  ]
  return [...new Set(names.flatMap((name) => toName(name) ?? []))]
}

const OF_DARKTABLE = 'darktable'

/**
 * Returns a function that distinguishes the keywords of a person from those that darktable adds, such as `darktable|exported|jpeg`.
 */
function findOwn({ Subject, HierarchicalSubject }: TagValues & Others): (keyword: string) => boolean {
  const isNote = (keyword: string) => keyword.startsWith(`${OF_DARKTABLE}|`)
  // Old versions also list the parts of the paths one by one.
  const areParts = toList(Subject).includes(OF_DARKTABLE)
  const notes = areParts ? toList(HierarchicalSubject).filter(isNote) : []
  const parts = new Set(notes.flatMap((path) => path.split('|')))
  return (keyword) => !isNote(keyword) && !parts.has(keyword)
}

/** Returns whether a name is the beginning of a longer keyword. An IPTC keyword holds at most 64 bytes. */
function isCutShort(name: string, longer: string[]) {
  return Buffer.byteLength(name) >= IPTC_LENGTH && longer.some((each) => each !== name && each.startsWith(name))
}

/** Returns the last part of `Places|France|Paris`. Programs that treat the others as keywords write them separately. */
export function toLeaf(path: string, separator: string) {
  return path.split(separator).findLast((part) => part.trim() !== '') ?? ''
}
