import { addFailures, noFailures } from '../../import/summary.js'
import { type ExportFolder, type ExportTree, inFolder, isNote, parseNote, toFolder, toName } from '../export-files.js'
import {
  type ExportAlbum,
  type ExportedFile,
  type Facts,
  noFacts,
  noLeftovers,
  type PhotoExport,
  unknownFile,
} from '../photo-export.js'
import { createAlbums } from './album-note.js'
import { describeFolder } from './described-folder.js'
import { FileNote, readFileNote, toFacts } from './file-note.js'
import type { MatchedNote } from './google-names.js'
import { survey } from './survey.js'

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
export async function openGooglePhotos(tree: ExportTree): Promise<PhotoExport> {
  let last: { path: string; described: ReturnType<typeof describe> } | null = null
  const seen = new WeakSet<ExportFolder>()
  let missing = 0
  const faults = noFailures()
  const toAlbum = createAlbums(tree)
  const { isOfPhotos, findAlbums, countFound } = await survey(tree, { isOfGoogle, toAlbum })

  const describe = async (path: string) => {
    const folder = await tree.get(path)
    const described = await describeFolder(folder)
    if (folder && !seen.has(folder)) {
      seen.add(folder)
      addFailures(faults, described.faults)
      missing += described.unmatched.length
    }
    const album = folder && described.album ? await toAlbum(folder, described.album, described.span) : null
    return { ...described, folder, album }
  }

  return {
    service: 'Google Photos',
    faults: () => faults,
    leftovers: () => ({ ...noLeftovers, missing: missing - countFound(), conflicts: tree.countConflicts() }),
    lookUp: async (path) => {
      const place = toFolder(path)
      if (last?.path !== place) last = { path: place, described: describe(place) }
      const { folder, notes, matches, album, kind: common } = await last.described
      const name = toName(path)
      if (notes.has(name)) return { ...unknownFile, leftOut: 'note' }
      if (folder && !isOfPhotos(folder)) return { ...unknownFile, leftOut: 'other' }
      const match = matches.get(name)
      const kind = (match && notes.get(match.note)) ?? common
      if (kind === 'trashed') return { ...unknownFile, leftOut: 'trash' }
      const note = match && (await readFileNote(folder?.files.get(match.note)))
      const albums = [...(album ? [album] : []), ...(note && match.as === 'itself' ? findAlbums(note) : [])]
      const isLocked = kind === 'locked'
      const facts = note ? toFacts(note) : isLocked ? { ...noFacts, isArchived: true } : null
      return toExportedFile(place, { match, facts, albums, isLocked })
    },
  }
}

interface Described {
  match: MatchedNote | undefined
  facts: Facts | null
  albums: ExportAlbum[]
  isLocked: boolean
}

function toExportedFile(folder: string, { match, ...described }: Described): ExportedFile {
  const other = match?.of ? inFolder(folder, match.of) : null
  return {
    ...described,
    leftOut: null,
    editedFrom: match?.as === 'edited' ? other : null,
    halfOf: match?.as === 'half' ? other : null,
  }
}
