import { findUnusable, type Unusable } from '../../answers/unusable-ids.js'
import type { Database } from '../../database/connect.js'
import { withTimeFor } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import { isVisibleTo } from '../visible-asset.js'

/** Where ids are not assets that the user may see; null when there are none. */
export function findInvisible(database: Database, assetIds: string[], userId: string): Promise<Unusable | null> {
  const isUsable = Prisma.sql`
    removed_at IS NULL AND (deleted_at IS NULL OR owner_id = ${userId}::uuid) AND ${isVisibleTo(userId)}`
  return withTimeFor(database, assetIds, (timed) => findUnusable(timed, assetIds, isUsable))
}
