import { requireUsable } from '../policies/ids.js'
import { listUnusableAssets } from '../repositories/asset.js'
import { enqueueJobs } from '../repositories/job.js'
import type { Handler } from './handler.js'
import { once } from './once.js'

export const runAssetJobs: Handler<'runAssetJobs'> =
  ({ database }) =>
  async ({ body, headers, req: { user }, res }) => {
    const { assetIds, name } = body
    const request = { user, operation: 'runAssetJobs', key: headers['idempotency-key'], asked: body } as const
    await once(database, request, res, async (transaction) => {
      const unusable = await listUnusableAssets(transaction, user.id, assetIds)
      requireUsable({ property: 'assetIds', ids: assetIds, unusable })
      await enqueueJobs(transaction, name, assetIds)
      return null
    })
    return { status: 204, body: undefined }
  }
