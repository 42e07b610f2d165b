import { availableParallelism } from 'node:os'
import type { Scenario } from '../scenario.js'
import { preparePhotoJobs } from './photo-jobs.js'

/** As many as a worker has. */
const processes = availableParallelism()

/** Photos per second of a worker, beside a bare loop of exiftool with as many processes. */
export const metadata: Scenario = {
  name: 'metadata',
  unit: 'photos',
  aim: 0.85,
  prepare: (setting) =>
    preparePhotoJobs(setting, {
      name: 'refresh-metadata',
      count: setting.quick ? 200 : 600,
      warmUp: processes * 50,
      concurrency: processes,
      env: { WORKER_METADATA: '32' },
      bare: new URL('../programs/bare-metadata.js', import.meta.url),
    }),
}
