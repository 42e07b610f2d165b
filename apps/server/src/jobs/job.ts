import type { Database } from '../database/connect.js'
import type { FilePlace } from '../files/open-beneath.js'
import type { ExifReader } from '../media/exif/exif.js'
import type { Metadata } from '../repositories/asset/metadata.js'
import type { JobAsset } from '../repositories/job/job-attempt.js'
import type { DerivedFiles } from '../storage/derived-files.js'

/** What a job may use. `signal` aborts when the worker must give up the job. */
export interface JobContext {
  database: Database
  derived: DerivedFiles
  signal: AbortSignal
  exif: ExifReader
}

/**
 * How a job ended well; a skipped one says why in words for people. `metadata` is written as the success is recorded:
 * both or neither.
 */
export type JobOutcome = { state: 'succeeded'; metadata?: Metadata } | { state: 'skipped'; reason: string }

/** Does one job on one asset. Throwing means that it failed, with the error's message as the reason. */
export type JobHandler = (context: JobContext, asset: JobAsset) => Promise<JobOutcome>

/** Where the file of an asset lies. */
export function placeOf({ importPath, originalPath }: JobAsset): FilePlace {
  return {
    folder: importPath,
    path: originalPath,
  }
}
