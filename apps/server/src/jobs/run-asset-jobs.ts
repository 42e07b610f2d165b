import type { Handler } from '../answers/handler.js'
import { idempotently } from '../answers/idempotently.js'
import { requireUsable } from '../answers/refusals.js'
import { announceJobs, enqueueOwnJobs } from './queue/enqueue-jobs.js'

export const runAssetJobs: Handler<'runAssetJobs'> = async ({ body, headers, caller: { user }, res }, { database }) => {
  const { assetIds, name } = body
  const request = { user, operation: 'runAssetJobs', key: headers['idempotency-key'], body } as const
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
