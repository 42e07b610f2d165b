import type { Handler } from '../answers/handler.js'
import { isInTrash, joinTrash } from '../assets/asset.js'
import { askOne, type Database, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { purge } from './purge.js'
import { deleteForGood, moveToTrash, restoreFromTrash } from './trash.js'
import { withOwnAssets } from './with-own-assets.js'

export const deleteAssets: Handler<'deleteAssets'> = async (
  { body: { ids, force = false }, caller: { user } },
  context,
) => {
  await withOwnAssets(context.database, { ownerId: user.id, ids, inStacks: false }, force ? deleteForGood : moveToTrash)
  void announceEvents(context.database)
  if (force) void purge(context)
  return { status: 204, body: undefined }
}

export const restoreAssets: Handler<'restoreAssets'> = async ({ body: { ids }, caller: { user } }, { database }) => {
  await withOwnAssets(database, { ownerId: user.id, ids, inStacks: false }, restoreFromTrash)
  void announceEvents(database)
  return { status: 204, body: undefined }
}

export const emptyTrash: Handler<'emptyTrash'> = async ({ caller: { user } }, context) => {
  await withWholeTrash(context.database, user.id, deleteForGood)
  void purge(context)
  return { status: 204, body: undefined }
}

export const restoreTrash: Handler<'restoreTrash'> = async ({ caller: { user } }, { database }) => {
  await withWholeTrash(database, user.id, restoreFromTrash)
  return { status: 204, body: undefined }
}

/** The number of assets in a step. More would exceed the time limit of a statement on a slow and busy machine. */
const AT_ONCE = 2_000

/** Changes all assets that are in the trash of a user now, a step at a time. Assets that are trashed meanwhile stay. */
async function withWholeTrash(
  database: Database,
  ownerId: string,
  change: (queryable: Queryable, chosen: Prisma.Sql) => Promise<number>,
): Promise<void> {
  const { now } = await askOne<{ now: Date }>(database, Prisma.sql`SELECT clock_timestamp() AS now`)
  const chosen = Prisma.sql`
    SELECT asset.id FROM ${joinTrash(ownerId)}
    WHERE ${isInTrash} AND asset.deleted_at <= ${now}
    ORDER BY asset.id LIMIT ${AT_ONCE}
    FOR NO KEY UPDATE OF asset`
  for (let changed = AT_ONCE; changed > 0; ) {
    changed = await inStatement(database, (queryable) => change(queryable, chosen))
    void announceEvents(database)
  }
}
