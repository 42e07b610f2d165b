import type { Database } from '../database.js'
import type { Asset } from '../generated/prisma/client.js'
import type { ExifReader } from '../media/exif.js'

/** What a job may reach. `signal` aborts when the worker must let go of the job. */
export interface JobContext {
  database: Database
  dataDir: string
  signal: AbortSignal
  exif: ExifReader
}

/** How a job ended well; a skipped one says why in words for people. */
export type JobOutcome = { state: 'succeeded' } | { state: 'skipped'; reason: string }

/** Does one job on one asset. Throwing means that it failed, with the error's message as the reason. */
export type JobHandler = (context: JobContext, asset: Asset) => Promise<JobOutcome>
