import type { Handler } from '../answers/handler.js'
import { countOwnJobs } from './queue/own-jobs.js'
import { toAssetJobCounts } from './to-asset-job.js'

export const getJobCounts: Handler<'getJobCounts'> =
  ({ database }) =>
  async ({ req }) => ({ status: 200, body: toAssetJobCounts(await countOwnJobs(database, req.user.id)) })
