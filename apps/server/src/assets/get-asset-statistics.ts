import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { countAssetsBy, type Timeline } from './timeline.js'

export const getAssetStatistics: Handler<'getAssetStatistics'> = async (
  { query: { isTrashed = false, ...filter }, caller: { user } },
  { database },
) => {
  const counts = await countByType(database, { ...filter, isTrashed, ownerId: user.id })
  const findCount = (type: string) => counts.find((row) => row.type === type)?.count ?? 0
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return { status: 200, body: { images: findCount('IMAGE'), videos: findCount('VIDEO'), total } }
}

/** Counts an owner's listed assets, or those in the trash, by type. */
export function countByType(
  queryable: Queryable,
  filter: Pick<Timeline, 'isArchived' | 'isFavorite' | 'isTrashed'> & { ownerId: string },
): Promise<{ type: string; count: number }[]> {
  return ask(
    queryable,
    Prisma.sql`
      SELECT type, count::int
      FROM (${countAssetsBy({ ...filter, userId: filter.ownerId, albumId: null, link: null }, Prisma.sql`asset.type`)}) AS counts (type, count)`,
  )
}
