import type { ExifTool, WriteTags } from 'exiftool-vendored'
import { hierarchies, leafOf, listOf } from './keywords.js'

/** What is to become of the keywords of a side-car. */
export interface KeywordsChange {
  /** Whether the file does not exist yet. */
  isNew: boolean
  /** The keywords that a file without any gets first, because those of a side-car take the place of those in its photo. */
  present: string[]
  /** What was added and removed since, the oldest first. */
  changes: { name: string; isAdded: boolean }[]
}

/** Changes the keywords of an XMP file, and nothing else in it. A file without keywords is not created. */
export async function changeKeywords(
  exiftool: ExifTool,
  path: string,
  { isNew, present, changes }: KeywordsChange,
): Promise<void> {
  const held: Record<string, unknown> = isNew ? {} : { ...(await exiftool.readRaw(path)) }
  const lists = Object.keys({ Subject: '', ...hierarchies }).map((field) => [field, listOf(held[field])] as const)
  const isBare = lists.every(([, keywords]) => keywords.length === 0)
  const isAdded = new Map(changes.map((change) => [change.name, change.isAdded]))
  const isKept = (name: string) => isAdded.get(name) !== false
  const added = [...isAdded.keys()].filter((name) => isAdded.get(name))

  const wanted: Record<string, string[] | null> = {}
  for (const [field, keywords] of lists) {
    const more = field === 'Subject' ? [...(isBare ? present : []), ...added] : []
    const kept = [...new Set([...keywords, ...more])].filter((keyword) => isKept(nameOf(field, keyword)))
    if (kept.join('\0') !== keywords.join('\0')) wanted[field] = kept.length === 0 ? null : kept
  }
  if (Object.keys(wanted).length === 0) return
  await exiftool.write(path, wanted as WriteTags, { writeArgs: ['-overwrite_original'] })
}

function nameOf(field: string, keyword: string) {
  const separator = Object.entries(hierarchies).find(([name]) => name === field)?.[1]
  return separator === undefined ? keyword : leafOf(keyword, separator)
}
