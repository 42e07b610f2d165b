import { toAssetJobCounts } from '../mappers/asset-job.js'
import { countOwnJobs } from '../repositories/job/own-jobs.js'
import type { Handler } from './handler.js'

export const getJobCounts: Handler<'getJobCounts'> =
  ({ database }) =>
  async ({ req }) => ({ status: 200, body: toAssetJobCounts(await countOwnJobs(database, req.user.id)) })
