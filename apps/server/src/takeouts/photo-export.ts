import type { Failures } from '../import/summary.js'

/** The facts of an export of another service about one of its files. */
export interface ExportedFile {
  /** Why the file is not imported; null when it is. A note is about other files; an `other` file is not of the service. */
  leftOut: 'note' | 'trash' | 'derived' | 'other' | null
  /** Whether it was in a folder that opens for its owner alone. It is archived. */
  isLocked: boolean
  /** Null when the export has no metadata of the file. */
  facts: Facts | null
  albums: ExportAlbum[]
  /** The path of the file of which this one is an edited copy. */
  editedFrom: string | null
  /** The path of the live photo whose video this is. */
  halfOf: string | null
}

export interface Facts {
  takenAt: Date | null
  place: { latitude: number; longitude: number } | null
  description: string | null
  /** The names of the people on it. */
  people: string[]
  tags: string[]
  isFavorite: boolean
  isArchived: boolean
}

export interface ExportAlbum {
  /** The path of the album in the export. */
  path: string
  name: string
  description: string
}

/** An export that was recognised. All paths are those of its `ExportFile`s. */
export interface PhotoExport {
  service: 'Google Photos' | 'iCloud Photos' | 'Immich'
  lookUp(path: string): Promise<ExportedFile>
  /** Files of the export itself that cannot be read, of the folders that were looked up so far. */
  faults(): Failures
  /** Counts what could not be applied in the folders that were looked up so far. */
  leftovers(): Leftovers
}

export interface Leftovers {
  /** The number of notes, and of names in albums, whose file is not in the export. */
  missing: number
  /** The number of names in albums that several files have. */
  ambiguous: number
  /** The number of lists of photos that a service makes itself. */
  memories: number
  /** Notes that have another content in another export. */
  conflicts: number
}

export const noLeftovers: Leftovers = { missing: 0, ambiguous: 0, memories: 0, conflicts: 0 }

export const unknownFile: ExportedFile = {
  leftOut: null,
  isLocked: false,
  facts: null,
  albums: [],
  editedFrom: null,
  halfOf: null,
}

export const noFacts: Facts = {
  takenAt: null,
  place: null,
  description: null,
  people: [],
  tags: [],
  isFavorite: false,
  isArchived: false,
}
