import * as z from 'zod'
import { type ExportFolder, type ExportTree, isNote, toName } from '../export-files.js'
import type { ExportAlbum } from '../photo-export.js'
import { toPlainDigits } from '../plain-digits.js'

const Album = z
  .object({
    title: z.string(),
    description: z.string().catch(''),
    access: z.string().optional().catch(''),
    date: z
      .object({ timestamp: z.coerce.number().catch(0) })
      .optional()
      .catch({ timestamp: 0 }),
  })
  .refine(({ access, date }) => access !== undefined || date !== undefined)

/** The note of an album, whose name depends on the language. Old exports have it one level deeper. */
const AlbumNote = z.union([z.object({ albumData: Album }).transform(({ albumData }) => albumData), Album])
export type AlbumNote = z.infer<typeof AlbumNote>

/** Returns the note of an album that is the content of a file; null when it is none. */
export function toAlbumNote(content: unknown): AlbumNote | null {
  return AlbumNote.safeParse(content).data ?? null
}

/** When the photos of a folder were taken, the first and the last, in seconds; `from` is the later one when no date is known. */
export interface Span {
  from: number
  to: number
}

/**
 * Tells the albums from the folders into which Google sorts all photos by year, and in old exports by day, in whichever language. Such
 * a folder has one year in its name, no description, and no photo of another year, or nothing else in its note. It is an album if
 * a larger folder of that year has all its photos, too.
 */
export function createAlbums(
  tree: ExportTree,
): (folder: ExportFolder, note: AlbumNote, span: Span) => Promise<ExportAlbum | null> {
  let byYear: Promise<Map<number, string[]>> | null = null
  const isCopied = async ({ path, files }: ExportFolder, year: number) => {
    byYear ??= listByYear(tree)
    for (const other of (await byYear).get(year) ?? []) {
      const larger = other === path ? undefined : (await tree.get(other))?.files
      if (larger && larger.size > files.size && hasPhotos(larger, files)) return true
    }
    return false
  }

  return async (folder, { title, description, access, date }, span) => {
    const name = title.trim() || toName(folder.path)
    const album = { path: folder.path, name, description: description.trim() }
    const year = findYear(name)
    const isBare = !access && !date?.timestamp
    const isSorted = year !== null && album.description === '' && (isBare || isOfYear(span, year))
    return isSorted && !(await isCopied(folder, year)) ? null : album
  }
}

/** The only year in a name, in the digits of any script; null when there is none, or several. */
function findYear(name: string): number | null {
  const years = new Set(toPlainDigits(name).match(/(?<!\d)(?:19|20)\d\d(?!\d)/g))
  return years.size === 1 ? Number([...years][0]) : null
}

const ZONE_S = 14 * 3_600

/** The year of a photo is that of its own clock. */
function isOfYear({ from, to }: Span, year: number) {
  return from >= Date.UTC(year) / 1_000 - ZONE_S && to < Date.UTC(year + 1) / 1_000 + ZONE_S
}

async function listByYear(tree: ExportTree) {
  const byYear = new Map<number, string[]>()
  for await (const { path } of tree.values()) {
    const year = findYear(toName(path))
    if (year !== null) byYear.set(year, [...(byYear.get(year) ?? []), path])
  }
  return byYear
}

function hasPhotos(larger: ExportFolder['files'], files: ExportFolder['files']) {
  for (const [name] of files) if (!isNote(name) && !larger.has(name)) return false
  return true
}
