import { type Unusable, unusablePositions } from '../../answers/unusable.js'
import { askOne } from '../../database/ask.js'
import type { Database } from '../../database/connect.js'
import { uuids } from '../../database/ids.js'
import { withTimeFor } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import { isVisibleTo } from '../visible-asset.js'

/** Where ids are not assets that the user may see; null when there are none. */
export function findUnusable(database: Database, assetIds: string[], userId: string): Promise<Unusable | null> {
  return withTimeFor(database, assetIds, async (timed) => {
    const { unusable } = await askOne<{ unusable: Unusable | null }>(
      timed,
      Prisma.sql`
        WITH given AS MATERIALIZED (
          SELECT ${uuids(assetIds)}::uuid[] AS ids
        ), usable AS MATERIALIZED (
          SELECT id FROM asset
          WHERE id = ANY ((SELECT ids FROM given)::uuid[]) AND removed_at IS NULL
            AND (deleted_at IS NULL OR owner_id = ${userId}::uuid) AND ${isVisibleTo(userId)}
        ), unusable AS MATERIALIZED (
          SELECT unnest(ids) AS id FROM given EXCEPT SELECT id FROM usable
        )
        SELECT ${unusablePositions(Prisma.sql`(SELECT ids FROM given)`, Prisma.sql`unusable`)} AS unusable`,
    )
    return unusable
  })
}
