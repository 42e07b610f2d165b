import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import { requireAsset } from '../assets/access.js'
import { readVisibleAsset } from '../assets/get-asset-info.js'
import { inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { enqueueJobs } from '../jobs/queue/job.js'
import { announceJobs } from '../jobs/queue/job-announcement.js'
import { lockOwnAssets } from './with-own-assets.js'
import { writeChange } from './write-change.js'

export const updateAsset: Handler<'updateAsset'> =
  ({ config, database }) =>
  async ({ params: { id }, body, caller: { user } }) => {
    const asset = await inTransaction(database, async (transaction) => {
      if ((await lockOwnAssets(transaction, user.id, [id])) !== null) {
        requireAsset(await readVisibleAsset(transaction, { id, userId: user.id }))
        throw new ProblemError('forbidden', 'Only the owner of the asset may change it.')
      }
      await writeChange(transaction, Prisma.sql`SELECT ${id}::uuid`, body, config)
      if (body.latitude !== undefined) await enqueueJobs(transaction, 'refresh-metadata', [id])
      return readVisibleAsset(transaction, { id, userId: user.id })
    })
    void announceEvents(database)
    if (body.latitude !== undefined) void announceJobs(database)
    return { status: 200, body: jsonText(requireAsset(asset)) }
  }
