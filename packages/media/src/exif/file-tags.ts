import { DefaultExifToolOptions, type ExifTool, type Tags } from 'exiftool-vendored'

/** The tags of a file by their names, as texts, lists and structures; null for binary content. */
export type TagValues = { [Name in keyof Tags]?: unknown }

/** A tag with its groups, such as `EXIF` and `ExifIFD`. */
export interface FileTag {
  groups: string[]
  name: string
  value: unknown
}

/** All that exiftool reads in a file. */
export interface FileTags {
  /** Of the tags with one name, that which exiftool prefers by the rules of the Metadata Working Group. */
  preferred: TagValues
  /** Every tag, the preferred ones first. */
  all: FileTag[]
  errors: string[]
  warnings: string[]
}

export const noTags: FileTags = { preferred: {}, all: [], errors: [], warnings: [] }

/** Tags that exiftool would otherwise round, or describe, for a person to read. */
const exactTags = [...DefaultExifToolOptions.numericTags, 'FNumber', 'FocalLength', 'ExposureTime']

const readArgs = [
  ...['-json', '-fast', '-a', '-G0:1:4', '-api', 'keepUTCTime', '-api', 'struct=1'],
  // Otherwise, a keyword `1e5` or `1.10` is a number in the answer, and loses its form.
  ...['-api', 'StructFormat=JSONQ'],
  ...exactTags.map((name) => `-${name}#`),
  '-all',
]

const BINARY = /^\(Binary data \d+ bytes, use -b option to extract\)$/

/** Reads the tags of the file at a plain path, with all texts as they are written. */
export async function readTags(exiftool: ExifTool, path: string): Promise<FileTags> {
  const {
    errors = [],
    warnings = [],
    invalidUtf8Bytes: _,
    ...raw
  } = await exiftool.readRaw(path, { readArgs, useMWG: true })
  const tags = Object.entries(raw).map(([key, value]) => {
    const groups = key.split(':')
    const name = groups.pop() ?? key
    return { groups, name, value: BINARY.test(String(value)) ? null : value }
  })
  const [preferred, others] = [tags.filter((tag) => !isCopy(tag)), tags.filter(isCopy)]
  const values = Object.fromEntries([...preferred].reverse().map(({ name, value }) => [name, value]))
  return { preferred: values, all: [...preferred, ...others], errors, warnings }
}

/** Whether exiftool prefers another tag with the same name. */
function isCopy({ groups }: FileTag) {
  return groups.some((group) => /^Copy\d+$/.test(group))
}

/** Lists the texts of the tags with a name, in the order of preference. */
export function listTexts({ all }: FileTags, name: string): string[] {
  return all.flatMap((tag) => (tag.name === name && typeof tag.value === 'string' ? tag.value : []))
}
