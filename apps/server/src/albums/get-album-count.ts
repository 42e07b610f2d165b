import type { AlbumCount } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { visibleAlbumIds } from '../assets/album-visibility.js'
import { askOne } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { isShared } from './get-all-albums.js'

export const getAlbumCount: Handler<'getAlbumCount'> =
  ({ database }) =>
  async ({ caller: { user } }) => ({ status: 200, body: await countAlbums(database, user.id) })

/** Counts the albums that a user may see, as the filters of a list of albums name them. */
export function countAlbums(queryable: Queryable, userId: string): Promise<AlbumCount> {
  const isOwn = Prisma.sql`owner_id = ${userId}::uuid`
  return askOne<AlbumCount>(
    queryable,
    Prisma.sql`
      SELECT count(*) FILTER (WHERE ${isOwn})::int AS owned,
        count(*) FILTER (WHERE NOT ${isOwn} OR ${isShared})::int AS shared,
        count(*) FILTER (WHERE ${isOwn} AND NOT ${isShared})::int AS "notShared"
      FROM album WHERE id IN (${visibleAlbumIds(userId)})`,
  )
}
