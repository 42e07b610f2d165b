import type { Calls } from '../calls.js'
import { keyOf } from '../idempotency-key.js'
import type { CallOptions, KeyedOptions } from '../options.js'
import type { List } from '../pages.js'
import type { Reply } from '../reply.js'
import type { AssetJob, AssetJobCounts, AssetJobFilter, RunAssetJobs } from '../types/index.js'

export interface JobOperations {
  /** Queues the job for each asset. A job that waits already is queued once. */
  runAssetJobs(jobs: RunAssetJobs, options?: KeyedOptions): Reply<void>
  /** How the jobs of the caller's own assets stand, newest asset first: all, or those that the filter names. */
  getAssetJobs(filter?: AssetJobFilter, options?: CallOptions): List<AssetJob>
  /** How many jobs of the caller's own assets are in each state, by name. */
  getJobCounts(options?: CallOptions): Reply<AssetJobCounts>
}

export function jobOperations({ read, list }: Calls): JobOperations {
  return {
    runAssetJobs: (body, options) => read('runAssetJobs', { body, headers: keyOf(options) }, options),
    getAssetJobs: (filter, options) => list('getAssetJobs', { query: filter }, options),
    getJobCounts: (options) => read('getJobCounts', {}, options),
  }
}
