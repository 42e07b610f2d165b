import { addFailure, type Failures, noFailures } from '../../import/summary.js'
import { type ExportFolder, isNote, noteFault, parseNote } from '../export-files.js'
import { type AlbumNote, type Span, toAlbumNote } from './album-note.js'
import { toFileNote } from './file-note.js'
import { createNamedAfter, type MatchedNote, matchNotes } from './google-names.js'

/** What a note says of where its file is in Google Photos. */
type Kind = 'described' | 'trashed' | 'locked'

/** What the notes of a folder say of its files. */
export interface DescribedFolder {
  /**
   * The kinds of the notes by their names; null for one that describes no file. They are read again, so that a million are not kept in
   * memory.
   */
  notes: Map<string, Kind | null>
  matches: Map<string, MatchedNote>
  album: AlbumNote | null
  span: Span
  /** What all its files are, those without a note included; null when they differ. */
  kind: Kind | null
  /** The notes whose file is not there. */
  unmatched: string[]
  faults: Failures
}

export async function describeFolder(folder: ExportFolder | undefined): Promise<DescribedFolder> {
  const notes: DescribedFolder['notes'] = new Map()
  const faults = noFailures()
  const times = new Map<string, number>()
  let album: AlbumNote | null = null
  const names = Array.from(folder?.files ?? [], ([name]) => name)
  const fileNames = names.filter((name) => !isNote(name))
  const isNamedAfter = createNamedAfter(fileNames)
  for (const [name, file] of folder?.files ?? []) {
    if (!isNote(name)) continue
    const { content, fault } = await parseNote(file)
    if (fault !== null) addFailure(faults, noteFault(file.path, fault))
    const isNamed = isNamedAfter(name)
    const note = toFileNote(content, isNamed)
    notes.set(name, note && toKind(note))
    if (note && note.photoTakenTime.timestamp !== 0) times.set(name, note.photoTakenTime.timestamp)
    if (!note && !isNamed) album = toAlbumNote(content) ?? album
  }
  const described = [...notes].filter(([, kind]) => kind !== null)
  const matches = matchNotes(
    fileNames,
    described.map(([name]) => name),
  )
  const matched = new Set([...matches.values()].map(({ note }) => note))
  const [kind = null, ...others] = new Set(described.map(([, kind]) => kind))
  return {
    notes,
    matches,
    album,
    span: toSpan(matched.size > 0 ? [...matched].flatMap((name) => times.get(name) ?? []) : times.values()),
    faults,
    kind: others.length === 0 ? kind : null,
    unmatched: described.filter(([name, kind]) => kind !== 'trashed' && !matched.has(name)).map(([name]) => name),
  }
}

function toSpan(times: Iterable<number>): Span {
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  for (const time of times) {
    span.from = Math.min(span.from, time)
    span.to = Math.max(span.to, time)
  }
  return span
}

function toKind({ trashed, inLockedFolder }: { trashed: boolean; inLockedFolder: boolean }): Kind {
  if (trashed) return 'trashed'
  return inLockedFolder ? 'locked' : 'described'
}
