import { MAX_PAGE } from '@media-library/contract'
import { toAssetJob } from '../mappers/asset-job.js'
import { listOwnJobs } from '../repositories/job/own-jobs.js'
import { nextJobLink, readJobCursor } from './answer/job-page.js'
import type { Handler } from './handler.js'

export const getAssetJobs: Handler<'getAssetJobs'> =
  ({ database }) =>
  async ({ query: { assetId: assetIds, name, state, limit = MAX_PAGE, cursor }, req, res }) => {
    const filter = { ownerId: req.user.id, assetIds, name, state }
    const rows = await listOwnJobs(database, filter, { after: readJobCursor(cursor), limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    if (last && rows.length > limit) res.set('Link', nextJobLink(req.originalUrl, last))
    return { status: 200, body: page.map(toAssetJob) }
  }
