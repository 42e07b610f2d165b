import { availableParallelism } from 'node:os'
import { PRICES, type Scenario } from '../scenario.js'
import { preparePhotoJobs } from './photo-jobs.js'

const concurrency = availableParallelism()

/** Compares the photos per second of a worker with a bare loop of sharp that makes the same files. */
export const thumbnails: Scenario = {
  name: 'thumbnails',
  unit: 'photos',
  aim: 0.85,
  price: PRICES.photo,
  prepare: (setting) =>
    preparePhotoJobs(setting, {
      name: 'regenerate-thumbnail',
      count: setting.quick ? 24 : 60,
      warmUp: concurrency * 2,
      concurrency,
      env: { WORKER_IMAGES: String(concurrency) },
      bare: new URL('../programs/bare-thumbnails.js', import.meta.url),
    }),
}
