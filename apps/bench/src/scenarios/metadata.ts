import type { Scenario } from '../scenario.js'
import { preparePhotoJobs } from './photo-jobs.js'

/** A worker has one exiftool for two jobs: one reads while the other is written. */
const processes = 2

/** Photos per second of a worker, beside a bare loop of exiftool with as many processes. */
export const metadata: Scenario = {
  name: 'metadata',
  unit: 'photos',
  aim: 0.85,
  prepare: (setting) =>
    preparePhotoJobs(setting, {
      name: 'refresh-metadata',
      count: setting.quick ? 200 : 600,
      concurrency: processes,
      env: { WORKER_METADATA: String(2 * processes) },
      bare: new URL('../programs/bare-metadata.js', import.meta.url),
    }),
}
