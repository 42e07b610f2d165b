import { toKey } from '../export-entry.js'
import { type ExportFolder, type ExportTree, isNote } from '../export-files.js'
import type { ExportAlbum } from '../photo-export.js'
import type { createAlbums } from './album-note.js'
import { describeFolder } from './described-folder.js'
import { type FileNote, readFileNote } from './file-note.js'
import { matchNotes } from './google-names.js'

/** What must be known of all folders before the first file is looked up. */
export interface Survey {
  /** Whether a folder is of Google Photos: the folders of other services in a Takeout have no notes of photos. */
  isOfPhotos(folder: ExportFolder): boolean
  /** The albums that have only the note of a photo, whose file is in another folder. */
  findAlbums(note: FileNote): ExportAlbum[]
  /** How many of such notes have found their photo so far. */
  countFound(): number
}

interface SurveyOptions {
  isOfGoogle: (folder: ExportFolder) => Promise<boolean>
  toAlbum: ReturnType<typeof createAlbums>
}

/** Goes through all folders by their names. It reads notes until one of a service is found to be of a photo, and those without a file. */
export async function survey(tree: ExportTree, { isOfGoogle, toAlbum }: SurveyOptions): Promise<Survey> {
  const services = new Set<string>()
  const albums = new Map<string, Set<ExportAlbum>>()
  const found = new Set<string>()
  for await (const folder of tree.values()) {
    const service = toService(folder)
    if (folder.isInTakeout && !services.has(service) && (await isOfGoogle(folder))) services.add(service)
    // One of them may be that of the album.
    if (countLost(folder) < 2) continue
    const { album: note, span, unmatched } = await describeFolder(folder)
    const album = note && (await toAlbum(folder, note, span))
    if (!album) continue
    for (const name of unmatched) {
      const lost = await readFileNote(folder.files.get(name))
      if (lost) albums.set(toPhotoKey(lost), (albums.get(toPhotoKey(lost)) ?? new Set()).add(album))
    }
  }
  return {
    isOfPhotos: (folder) => !folder.isInTakeout || folder.path === '' || services.has(toService(folder)),
    findAlbums: (note) => {
      const key = toPhotoKey(note)
      const all = [...(albums.get(key) ?? [])]
      if (all.length > 0) found.add(key)
      return all
    },
    countFound: () => [...found].reduce((sum, key) => sum + (albums.get(key)?.size ?? 0), 0),
  }
}

function toService({ path }: ExportFolder) {
  return path.split('/')[0] ?? ''
}

function countLost({ files }: ExportFolder) {
  const names = Array.from(files, ([name]) => name)
  const notes = names.filter(isNote)
  const matches = matchNotes(
    names.filter((name) => !isNote(name)),
    notes,
  )
  return notes.length - new Set([...matches.values()].map(({ note }) => note)).size
}

/** All notes of one photo have the same title and the same time. */
function toPhotoKey({ title, photoTakenTime }: FileNote) {
  return toKey(title, String(photoTakenTime.timestamp))
}
