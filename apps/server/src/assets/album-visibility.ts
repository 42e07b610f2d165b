import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** The condition that a user may see a row of `album`: as its owner or as a shared user. The user is an id or a column. */
export function isAlbumVisibleTo(user: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  album.owner_id = ${user}::uuid OR EXISTS (
    SELECT FROM album_user WHERE album_user.album_id = album.id AND album_user.user_id = ${user}::uuid
  )
)`
}

/** The ids of all albums that a user may see. */
export function visibleAlbumIds(userId: string): Prisma.Sql {
  return Prisma.sql`
  SELECT id FROM album WHERE owner_id = ${userId}::uuid
  UNION ALL
  SELECT album_id FROM album_user WHERE user_id = ${userId}::uuid`
}

/** Whether an album exists and the user may see it. */
export async function isVisibleAlbum(
  queryable: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const found = await ask(
    queryable,
    Prisma.sql`SELECT 1 AS found FROM album WHERE id = ${id}::uuid AND ${isAlbumVisibleTo(userId)}`,
  )
  return found.length > 0
}
