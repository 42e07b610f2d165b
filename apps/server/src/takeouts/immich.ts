import * as z from 'zod'
import { addFailure, noFailures } from '../import/summary.js'
import {
  type ExportFile,
  type ExportFolder,
  type ExportTree,
  noteFault,
  parseNote,
  toFolder,
  toName,
} from './export-files.js'
import { type ExportedFile, noLeftovers, type PhotoExport, unknownFile } from './photo-export.js'

/** The folders of files that Immich makes itself, beside the originals. */
const derived = new Set(['thumbs', 'encoded-video', 'profile', 'backups'])

/** The name of the file that marks each of Immich's folders. */
const MARK = '.immich'

/** The note about a photo that immich-go writes into `photo.jpg.JSON`. */
const Note = z.object({
  fileName: z.string(),
  dateTaken: z.coerce.date().nullish().catch(null),
  latitude: z.number().min(-90).max(90).catch(0),
  longitude: z.number().min(-180).max(180).catch(0),
  description: z.string().catch(''),
  albums: z
    .array(
      z
        .object({ title: z.string(), description: z.string().catch('') })
        .nullable()
        .catch(null),
    )
    .catch([])
    .transform((albums) => albums.filter((album) => album !== null)),
  tags: z.array(z.object({ value: z.string().catch('') }).catch({ value: '' })).catch([]),
  trashed: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  favorited: z.boolean().catch(false),
})

/** Returns whether a folder is one of Immich's own, or has photos with notes of immich-go. */
export async function isOfImmich({ path, files }: ExportFolder): Promise<boolean> {
  if (files.has(MARK) && [...derived, 'library', 'upload'].includes(toName(path))) return true
  for (const [name, file] of files) {
    if (/\.JSON$/.test(name) && files.has(name.slice(0, -5)) && (await readNote(file))) return true
  }
  return false
}

/**
 * Opens the folder of an Immich, or an archive of it by immich-go. The side-cars beside its photos are read as any others.
 */
export function openImmich(tree: ExportTree): PhotoExport {
  const faults = noFailures()

  return {
    service: 'Immich',
    faults: () => faults,
    leftovers: () => noLeftovers,
    lookUp: async (path) => {
      if (await isDerived(tree, path)) return { ...unknownFile, leftOut: 'derived' }
      const files = (await tree.get(toFolder(path)))?.files
      if (path.endsWith('.JSON') && files?.has(toName(path).slice(0, -5))) return { ...unknownFile, leftOut: 'note' }
      const file = files?.get(`${toName(path)}.JSON`)
      if (!file) return unknownFile
      const { content, fault } = await parseNote(file)
      if (fault !== null) addFailure(faults, noteFault(file.path, fault))
      const note = Note.safeParse(content).data
      return note ? toExportedFile(note) : unknownFile
    },
  }
}

async function isDerived(tree: ExportTree, path: string) {
  const parents = path.split('/').slice(0, -1)
  for (const [depth, name] of parents.entries()) {
    if (derived.has(name) && (await tree.get(parents.slice(0, depth + 1).join('/')))?.files.has(MARK)) return true
  }
  return false
}

async function readNote(file: ExportFile): Promise<z.infer<typeof Note> | null> {
  return Note.safeParse((await parseNote(file)).content).data ?? null
}

function toExportedFile({
  latitude,
  longitude,
  description,
  albums,
  tags,
  ...note
}: z.infer<typeof Note>): ExportedFile {
  if (note.trashed) return { ...unknownFile, leftOut: 'trash' }
  return {
    ...unknownFile,
    facts: {
      takenAt: note.dateTaken ?? null,
      place: latitude !== 0 || longitude !== 0 ? { latitude, longitude } : null,
      description: description.trim() || null,
      people: [],
      tags: tags.map(({ value }) => value),
      isFavorite: note.favorited,
      isArchived: note.archived,
    },
    albums: albums.map((album) => ({ ...album, path: `album ${album.title}`, name: album.title })),
  }
}
