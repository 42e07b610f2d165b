import { availableParallelism } from 'node:os'
import { PRICES, type Scenario } from '../scenario.js'
import { preparePhotoJobs } from './photo-jobs.js'

/** The number of processes that a worker has by default. */
const processes = availableParallelism()

/** Compares the photos per second of a worker with a bare loop over the same number of exiftool processes. */
export const metadata: Scenario = {
  name: 'metadata',
  unit: 'photos',
  aim: 0.85,
  price: PRICES.photo,
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
