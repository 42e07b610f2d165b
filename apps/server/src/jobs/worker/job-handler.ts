import type { Caller } from '@media-library/media'
import type { ExifReader } from '@media-library/media/metadata'
import type { Metadata } from '../../assets/metadata/metadata.js'
import type { OpenContext } from '../../context.js'
import type { PrismaDatabase } from '../../database/connect.js'
import type { DerivedFiles } from '../../storage/derived-files.js'
import type { Originals } from '../../storage/originals.js'
import type { JobAsset, Lane } from '../queue/claim-jobs.js'

/** The tools of a job. `signal` aborts when the worker has to release the job. */
export interface JobContext {
  database: PrismaDatabase
  derived: DerivedFiles
  originals: Originals
  signal: AbortSignal
  exif: ExifReader
  lane: Lane
  /** The caller for whom a process works, in its turn. */
  caller: Caller
}

/**
 * The outcome of a job that did not fail. A skipped job has a reason for people, and a success may have one as a warning. A job that
 * is postponed runs in the lane of long ones. `metadata` and the success are written in one transaction.
 */
export type JobOutcome =
  | { state: 'succeeded'; reason?: string; metadata?: Metadata }
  | { state: 'skipped'; reason: string }
  | { state: 'postponed' }

/** The jobs of a class share its limit of concurrent jobs, which the configuration sets. */
export type JobClass = Exclude<keyof OpenContext['config']['worker'], 'stopMs'>

/** Does one job for one asset. A thrown error fails the job, with its message as the reason. */
export type JobHandler = (context: JobContext, asset: JobAsset) => Promise<JobOutcome>
