import { inTransaction } from '../database.js'
import { requireUsable } from '../policies/ids.js'
import { listUnusableAssets } from '../repositories/asset.js'
import { enqueueJobs } from '../repositories/job.js'
import type { Handler } from './handler.js'

export const runAssetJobs: Handler<'runAssetJobs'> =
  ({ database }) =>
  async ({ body: { assetIds, name }, req }) => {
    await inTransaction(database, async (transaction) => {
      const unusable = await listUnusableAssets(transaction, req.user.id, assetIds)
      requireUsable({ property: 'assetIds', ids: assetIds, unusable })
      await enqueueJobs(transaction, name, assetIds)
    })
    return { status: 204, body: undefined }
  }
