import * as z from 'zod'
import { addFailure, addFailures, type Failures, noFailures } from '../import/summary.js'
import {
  type ExportFile,
  type ExportFolder,
  type ExportTree,
  inFolder,
  noteFault,
  parseNote,
  toFolder,
  toName,
} from './export-files.js'
import { type MatchedNote, matchNotes } from './google-names.js'
import {
  type ExportAlbum,
  type ExportedFile,
  type Facts,
  noLeftovers,
  type PhotoExport,
  unknownFile,
} from './photo-export.js'

const Position = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullish()
  .catch(null)

/** The note of a photo or video. */
const FileNote = z.object({
  title: z.string(),
  photoTakenTime: z.object({ timestamp: z.coerce.number() }),
  description: z.string().catch(''),
  geoData: Position,
  geoDataExif: Position,
  people: z.array(z.object({ name: z.string().catch('') }).catch({ name: '' })).catch([]),
  favorited: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  trashed: z.boolean().catch(false),
})
type FileNote = z.infer<typeof FileNote>

const Album = z.object({ title: z.string(), description: z.string().catch('') })

/** The note of an album, whose name depends on the language. Old exports have it one level deeper. */
const AlbumNote = z.union([z.object({ albumData: Album }).transform(({ albumData }) => albumData), Album])

/** The folders into which Google sorts all photos: by year, and in old exports by day. They are no albums. */
const sorted =
  /^(?:(?:photos|fotos|foto|foto's|bilder|billeder|foton|zdjęcia|фото|фотографии) (?:from|von|de|del|du|dal|uit|van|från|fra|z|за|от) (?:19|20)\d\d|(?:19|20)\d\d年の写真|\d{4}-\d\d-\d\d(?: ?#\d+)?)$/i

/** Returns whether a folder has photos with notes of Google. */
export async function isOfGoogle({ files }: ExportFolder): Promise<boolean> {
  let notes = 0
  for (const [name] of files) notes += Number(isNote(name))
  if (notes === files.size) return false
  for (const [name, file] of files) {
    if (isNote(name) && FileNote.safeParse((await parseNote(file)).content).success) return true
  }
  return false
}

/** Opens an export of Google Photos. It reads the notes of a folder when it is asked about the first file in it. */
export function openGooglePhotos(tree: ExportTree): PhotoExport {
  let last: { path: string; described: Promise<DescribedFolder> } | null = null
  const seen = new WeakSet<ExportFolder>()
  let missing = 0
  const faults = noFailures()

  const describe = async (path: string) => {
    const folder = await tree.get(path)
    const described = await readFolder(folder)
    if (folder && !seen.has(folder)) {
      seen.add(folder)
      addFailures(faults, described.faults)
      missing += described.unmatched
    }
    return described
  }

  return {
    service: 'Google Photos',
    faults: () => faults,
    leftovers: () => ({ ...noLeftovers, missing }),
    lookUp: async (path) => {
      const folder = toFolder(path)
      if (last?.path !== folder) last = { path: folder, described: describe(folder) }
      const { notes, matches, album, isTrash } = await last.described
      if (notes.has(toName(path))) return { ...unknownFile, leftOut: 'note' }
      const match = matches.get(toName(path))
      const kind = match && notes.get(match.note)
      if (kind === 'trashed' || (!kind && isTrash)) return { ...unknownFile, leftOut: 'trash' }
      const note = match && (await readFileNote((await tree.get(folder))?.files.get(match.note)))
      return toExportedFile(folder, { match, note, album })
    },
  }
}

interface DescribedFolder {
  /**
   * The kinds of the notes by their names; null for one that describes no file. They are read again, so that a million are not kept in
   * memory.
   */
  notes: Map<string, 'described' | 'trashed' | null>
  matches: Map<string, MatchedNote>
  album: ExportAlbum | null
  /** Whether all its files are in the trash. */
  isTrash: boolean
  /** The number of notes whose file is not there. */
  unmatched: number
  faults: Failures
}

async function readFileNote(file: ExportFile | undefined): Promise<FileNote | null> {
  return (file && FileNote.safeParse((await parseNote(file)).content).data) ?? null
}

async function readFolder(folder: ExportFolder | undefined): Promise<DescribedFolder> {
  const notes: DescribedFolder['notes'] = new Map()
  const faults = noFailures()
  let album: ExportAlbum | null = null
  for (const [name, file] of folder?.files ?? []) {
    if (!isNote(name)) continue
    const { content, fault } = await parseNote(file)
    if (fault !== null) addFailure(faults, noteFault(file.path, fault))
    const note = FileNote.safeParse(content).data
    notes.set(name, note ? (note.trashed ? 'trashed' : 'described') : null)
    const found = note ? null : AlbumNote.safeParse(content).data
    if (found && !sorted.test(found.title)) album = toAlbum(folder?.path ?? '', found)
  }
  const described = [...notes].filter(([, kind]) => kind !== null)
  const matches = matchNotes(
    Array.from(folder?.files ?? [], ([name]) => name).filter((name) => !notes.has(name)),
    described.map(([name]) => name),
  )
  const matched = new Set([...matches.values()].map(({ note }) => note))
  return {
    notes,
    matches,
    album,
    faults,
    isTrash: described.length > 0 && described.every(([, kind]) => kind === 'trashed'),
    unmatched: described.filter(([name, kind]) => kind === 'described' && !matched.has(name)).length,
  }
}

function isNote(name: string) {
  return name.toLowerCase().endsWith('.json')
}

function toAlbum(path: string, { title, description }: z.infer<typeof Album>): ExportAlbum {
  return { path, name: title.trim() || toName(path), description: description.trim() }
}

function toExportedFile(
  folder: string,
  {
    match,
    note,
    album,
  }: { match: MatchedNote | undefined; note: FileNote | null | undefined; album: ExportAlbum | null },
): ExportedFile {
  const other = match?.of ? inFolder(folder, match.of) : null
  return {
    leftOut: null,
    facts: note ? toFacts(note) : null,
    albums: album ? [album] : [],
    editedFrom: match?.as === 'edited' ? other : null,
    halfOf: match?.as === 'half' ? other : null,
  }
}

function toFacts({ photoTakenTime: { timestamp }, description, people, ...note }: FileNote): Facts {
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
    isArchived: note.archived,
  }
}
