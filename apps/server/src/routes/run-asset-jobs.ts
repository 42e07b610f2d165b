import { requireUsable } from '../policies/ids.js'
import { enqueueOwnJobs } from '../repositories/job/job.js'
import { announceJobs } from '../repositories/job/job-announcement.js'
import { idempotently } from './answer/idempotently.js'
import type { Handler } from './handler.js'

export const runAssetJobs: Handler<'runAssetJobs'> =
  ({ database }) =>
  async ({ body, headers, req: { user }, res }) => {
    const { assetIds, name } = body
    const request = { user, operation: 'runAssetJobs', key: headers['idempotency-key'], asked: body } as const
    let isAnyNew = false
    await idempotently(database, request, res, async (queryable) => {
      const enqueued = await enqueueOwnJobs(queryable, user.id, name, assetIds)
      requireUsable({ property: 'assetIds', ids: assetIds, unusable: enqueued.unusable })
      isAnyNew = enqueued.isAnyNew
      return null
    })
    if (isAnyNew) void announceJobs(database)
    return { status: 204, body: undefined }
  }
