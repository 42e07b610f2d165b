import { MAX_PAGE } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { nextJobLink, readJobCursor } from './job-page.js'
import { listOwnJobs } from './queue/own-jobs.js'
import { toAssetJob } from './to-asset-job.js'

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
