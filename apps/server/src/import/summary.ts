/** A file or folder that could not be imported, and why. */
export interface Failure {
  path: string
  reason: string
}

/** What became of the files of a folder. */
export interface ImportSummary {
  /** The real path of the folder. */
  folder: string
  libraryId: string
  added: number
  /** Files whose path is known, with new content. */
  updated: number
  /** Files whose content is known, and whose old path is gone. */
  moved: number
  unchanged: number
  /** Files whose content the library has at another path. */
  duplicates: number
  notMedia: number
  /** Symbolic links, which are not followed. */
  links: number
  /** Assets whose files are gone, which are offline from now on. */
  offline: number
  failed: number
  failures: Failure[]
  /** True when the import was stopped before it had seen every file. */
  stopped: boolean
}

/** The part of a summary that counts. */
export type Outcome = Exclude<keyof ImportSummary, 'folder' | 'libraryId' | 'failures' | 'stopped'>

/** How far an import has come. */
export interface ImportProgress extends Pick<ImportSummary, Outcome> {
  /** Files that were read or passed over; those read last may not be in the counts yet. */
  done: number
  /** All files of the folder; null while they are being counted. */
  total: number | null
}

export function startSummary(folder: string, libraryId: string): ImportSummary {
  return {
    folder,
    libraryId,
    added: 0,
    updated: 0,
    moved: 0,
    unchanged: 0,
    duplicates: 0,
    notMedia: 0,
    links: 0,
    offline: 0,
    failed: 0,
    failures: [],
    stopped: false,
  }
}
