import * as z from 'zod'
import { type ExportFile, parseNote } from '../export-files.js'
import type { Facts } from '../photo-export.js'

const Position = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullish()
  .catch(null)

/** The note of a photo or video. */
export const FileNote = z.object({
  title: z.string(),
  photoTakenTime: z.object({ timestamp: z.coerce.number() }),
  description: z.string().catch(''),
  geoData: Position,
  geoDataExif: Position,
  people: z.array(z.object({ name: z.string().catch('') }).catch({ name: '' })).catch([]),
  favorited: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  trashed: z.boolean().catch(false),
  inLockedFolder: z.boolean().catch(false),
})
export type FileNote = z.infer<typeof FileNote>

/** The same, of a note without a date. Only its name tells that it is one. */
const DatelessNote = FileNote.extend({ photoTakenTime: FileNote.shape.photoTakenTime.catch({ timestamp: 0 }) })

/** Returns the note that is the content of a file; null when it is none. `isNamed` when it has the name of a photo. */
export function toFileNote(content: unknown, isNamed: boolean): FileNote | null {
  return FileNote.safeParse(content).data ?? (isNamed ? DatelessNote.safeParse(content).data : null) ?? null
}

/** Reads the note of a photo; null when it is none. */
export async function readFileNote(file: ExportFile | undefined): Promise<FileNote | null> {
  return file ? toFileNote((await parseNote(file)).content, true) : null
}

export function toFacts({ photoTakenTime: { timestamp }, description, people, ...note }: FileNote): Facts {
  // Google writes zeros where it knows none.
  const place = [note.geoData, note.geoDataExif].find((each) => each && (each.latitude !== 0 || each.longitude !== 0))
  const takenAt = new Date(timestamp * 1_000)
  return {
    takenAt: timestamp === 0 || Number.isNaN(takenAt.getTime()) ? null : takenAt,
    place: place ? { latitude: place.latitude, longitude: place.longitude } : null,
    description: description.trim() || null,
    people: people.flatMap(({ name }) => name.trim() || []),
    tags: [],
    isFavorite: note.favorited,
    isArchived: note.archived || note.inLockedFolder,
  }
}
