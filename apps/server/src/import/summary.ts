/** A file or folder that could not be imported, and why. */
export interface ImportFailure {
  path: string
  reason: string
}

/** The results for the files of a folder. */
export interface ImportSummary {
  /** The real path of the folder. */
  folder: string
  /** The id of the library; null for ZIP files, whose content goes to the uploads. */
  libraryId: string | null
  added: number
  /** Files with a known path, and new content or another side-car. */
  updated: number
  /** Files with known content, whose old path no longer exists. */
  moved: number
  unchanged: number
  /** Files whose content the library has at another path. */
  duplicates: number
  notMedia: number
  /** Symbolic links, which are not followed. */
  links: number
  /** Libraries of Apple's Photos, of which only the originals are imported. */
  photosLibraries: number
  /** Assets that became offline because their files are missing. */
  offline: number
  failed: number
  /** The first of them. */
  failures: ImportFailure[]
  /** Subfolders whose disks are not mounted. Their files do not count as missing. */
  unmounted: string[]
  /** True when the import was stopped before it had seen every file. */
  stopped: boolean
}

/** The first failures, and the number of all. */
export type Failures = Pick<ImportSummary, 'failed' | 'failures'>

/** The counts of a summary. */
export type ImportCount = Exclude<keyof ImportSummary, 'folder' | 'libraryId' | 'failures' | 'unmounted' | 'stopped'>

/** The progress of an import. */
export interface ImportProgress extends Pick<ImportSummary, ImportCount> {
  /** Files that were read or skipped. The counts may not include the latest ones yet. */
  done: number
  /** All files of the folder; null while they are being counted. */
  total: number | null
}

export function startSummary(folder: string, libraryId: string | null): ImportSummary {
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
    photosLibraries: 0,
    offline: 0,
    failed: 0,
    failures: [],
    unmounted: [],
    stopped: false,
  }
}

export function noFailures(): Failures {
  return { failed: 0, failures: [] }
}

/** The number of names in a summary. More would be no help to a person, and take memory. */
const NAMED = 1_000

export function addFailure(all: Failures, failure: ImportFailure): void {
  all.failed += 1
  if (all.failures.length < NAMED) all.failures.push(failure)
}

export function addFailures(all: Failures, { failed, failures }: Failures): void {
  all.failed += failed
  all.failures.push(...failures.slice(0, NAMED - all.failures.length))
}
