import { describeFileError } from '@media-library/media'
import { StorageError } from '../../../errors.js'

/** The results of copying the files of a library. */
export interface CopySummary {
  copied: number
  /** The number of copied bytes. */
  bytes: number
  /** The number of files that were already in their place. */
  kept: number
  /** The number of files that are missing. */
  missing: number
  /** The reasons why copies could not be used, or do not exist; the first of them. */
  failures: { path: string; reason: string }[]
}

/** The maximum number of reasons. More would not help a person, and would take memory. */
const NAMED = 1_000

export function createCopySummary(): CopySummary {
  return { copied: 0, bytes: 0, kept: 0, missing: 0, failures: [] }
}

/** The errors that concern only one file: a folder in its place, or another process that copies it. */
const ofOneFile = ['EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENOTEMPTY']

/**
 * Counts a missing file, with an error or a reason. Throws a StorageError again if it would also affect every other file.
 */
export function countMissing(summary: CopySummary, path: string, reason: unknown): null {
  const { code = '' } = ((reason instanceof StorageError ? reason.cause : null) as NodeJS.ErrnoException | null) ?? {}
  if (reason instanceof StorageError && !ofOneFile.includes(code)) throw reason
  summary.missing += 1
  if (summary.failures.length < NAMED) summary.failures.push({ path, reason: describeFileError(reason) })
  return null
}
