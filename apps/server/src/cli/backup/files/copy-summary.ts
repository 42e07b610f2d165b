import { describeFileError } from '@media-library/media'
import { StorageError } from '../../../errors.js'

/** What became of some files of a library. */
export interface CopySummary {
  copied: number
  /** The bytes of those that were copied. */
  bytes: number
  /** How many were in their place already. */
  kept: number
  /** How many are in no place. */
  missing: number
  /** Why copies of some could not be used, or that there are none: the first of them. */
  failures: { path: string; reason: string }[]
}

/** More would be no help to a person, and take memory. */
const LISTED = 1_000

export function createCopySummary(): CopySummary {
  return { copied: 0, bytes: 0, kept: 0, missing: 0, failures: [] }
}

/** What is in the way of one file: a folder in its place, or another process that copies it, too. */
const ofOneFile = ['EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENOTEMPTY']

/** Counts a file that is missing, for an error or a reason. Throws a StorageError again if no other file could be written either. */
export function countMissing(summary: CopySummary, path: string, reason: unknown): null {
  const { code = '' } = ((reason instanceof StorageError ? reason.cause : null) as NodeJS.ErrnoException | null) ?? {}
  if (reason instanceof StorageError && !ofOneFile.includes(code)) throw reason
  summary.missing += 1
  if (summary.failures.length < LISTED) summary.failures.push({ path, reason: describeFileError(reason) })
  return null
}
