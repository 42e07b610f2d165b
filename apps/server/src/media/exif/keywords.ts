import type { Tags } from 'exiftool-vendored'

/** A name is the key of an index, which holds no more than 2,700 bytes. */
const maximumLength = 500
const maximumCount = 1_000

/** A name as PostgreSQL takes it; null when nothing is left, or it is a text rather than a name. */
export function toName(value: unknown): string | null {
  const name = listOf(value)[0]?.replaceAll('\0', '').toWellFormed().trim() ?? ''
  return name !== '' && name.length <= maximumLength ? name : null
}

/**
 * The keywords (IPTC, XMP subject, Windows) of a file, or those of its side-car when it has any; of a hierarchy, as
 * Lightroom and digiKam write it, the leaf.
 */
export function findKeywords(tags: Tags, sidecar: Tags): string[] {
  const own = readKeywords(sidecar)
  return own.length > 0 ? own : readKeywords(tags)
}

function listOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  // exiftool gives a keyword of digits as a number, and `true` as a boolean.
  return values.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
}

function readKeywords(tags: Tags & { HierarchicalSubject?: unknown; TagsList?: unknown }): string[] {
  const names = [
    ...listOf(tags.Subject),
    ...listOf(tags.Keywords),
    ...listOf(tags.XPKeywords).flatMap((names) => names.split(';')),
    ...listOf(tags.HierarchicalSubject).map((path) => leafOf(path, '|')),
    ...listOf(tags.TagsList).map((path) => leafOf(path, '/')),
  ]
  return [...new Set(names.flatMap((name) => toName(name) ?? []))].slice(0, maximumCount)
}

/** The last of `Places|France|Paris`; programs that know of the others write them as keywords of their own. */
function leafOf(path: string, separator: string) {
  return path.split(separator).findLast((part) => part.trim() !== '') ?? ''
}
