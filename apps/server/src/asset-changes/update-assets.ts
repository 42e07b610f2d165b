import { v7 as uuidv7 } from 'uuid'
import type { Handler } from '../answers/handler.js'
import { ask, type Connection, uuids } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { announceJobs, enqueueJobs } from '../jobs/queue/enqueue-jobs.js'
import { isReadAgain, writeChange } from './update-asset.js'
import { lockOwnAssets, withOwnAssets } from './with-own-assets.js'

export const updateAssets: Handler<'updateAssets'> = async (
  { body: { ids, stackParentId, removeParent, ...change }, caller: { user } },
  { config, database },
) => {
  const alsoLock = stackParentId === undefined ? [] : [stackParentId]
  const inStacks = stackParentId !== undefined || removeParent === true
  await withOwnAssets(database, { ownerId: user.id, ids, alsoLock, inStacks }, async (transaction, chosen) => {
    await writeChange(transaction, chosen, change, config)
    if (stackParentId !== undefined) {
      await requireParent(transaction, user.id, stackParentId)
      await stackBehind(transaction, { ownerId: user.id, parentId: stackParentId, chosen })
    }
    if (removeParent) await unstack(transaction, chosen)
    if (isReadAgain(change)) await enqueueJobs(transaction, 'refresh-metadata', ids)
  })
  void announceEvents(database)
  if (isReadAgain(change)) void announceJobs(database)
  return { status: 204, body: undefined }
}

async function requireParent(transaction: Connection, ownerId: string, id: string) {
  if ((await lockOwnAssets(transaction, ownerId, [id])) === null) return
  const errors = [{ pointer: '/stackParentId', code: 'unusable_id', detail: `There is no ${id} that you may use.` }]
  throw new ProblemError('unusable_ids', 'The asset to stack behind is not yours. Nothing was written.', { errors })
}

/** Puts the parent, the chosen assets and the stacks of all of them into one stack, whose primary asset is the parent. */
export async function stackBehind(
  transaction: Connection,
  { ownerId, parentId, chosen }: { ownerId: string; parentId: string; chosen: Prisma.Sql },
) {
  const members = await ask<{ id: string; stackId: string | null }>(
    transaction,
    Prisma.sql`
      WITH requested AS MATERIALIZED (SELECT id, stack_id FROM asset WHERE id = ${parentId}::uuid OR id IN (${chosen}))
      SELECT id, stack_id AS "stackId" FROM requested
      UNION
      SELECT id, stack_id FROM asset WHERE stack_id IN (SELECT stack_id FROM requested)`,
  )
  await deleteStacks(transaction, members)
  const stackId = uuidv7()
  await ask(
    transaction,
    Prisma.sql`
      INSERT INTO stack (id, owner_id, primary_asset_id)
      VALUES (${stackId}::uuid, ${ownerId}::uuid, ${parentId}::uuid)`,
  )
  await ask(
    transaction,
    Prisma.sql`
      UPDATE asset SET stack_id = ${stackId}::uuid, is_stack_own = true, updated_at = now()
      WHERE id = ANY (${uuids(members.map(({ id }) => id))}::uuid[])`,
  )
}

/** Removes assets from their stacks. A stack that is left without its primary asset, or with that alone, is deleted. */
async function unstack(transaction: Connection, chosen: Prisma.Sql) {
  const left = await ask<{ stackId: string | null }>(
    transaction,
    Prisma.sql`
      WITH requested AS MATERIALIZED (SELECT id, stack_id FROM asset WHERE id IN (${chosen}) AND stack_id IS NOT NULL), freed AS (
        UPDATE asset SET stack_id = NULL, is_stack_own = true, updated_at = now() FROM requested WHERE asset.id = requested.id
      )
      SELECT DISTINCT stack_id AS "stackId" FROM requested`,
  )
  const stackIds = left.flatMap(({ stackId }) => stackId ?? [])
  const over = await ask<{ stackId: string }>(
    transaction,
    Prisma.sql`
      SELECT stack.id AS "stackId" FROM stack LEFT JOIN asset ON asset.stack_id = stack.id
      WHERE stack.id = ANY (${uuids(stackIds)}::uuid[])
      GROUP BY stack.id HAVING count(asset.id) < 2 OR NOT bool_or(asset.id = primary_asset_id)`,
  )
  await deleteStacks(transaction, over)
}

async function deleteStacks(transaction: Connection, of: { stackId: string | null }[]) {
  const ids = [...new Set(of.flatMap(({ stackId }) => stackId ?? []))]
  if (ids.length > 0) await ask(transaction, Prisma.sql`DELETE FROM stack WHERE id = ANY (${uuids(ids)}::uuid[])`)
}
