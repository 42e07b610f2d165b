import type { Album } from '../generated/prisma/client.js'
import { Prisma } from '../generated/prisma/client.js'
import { toUserRow, type UserJson, userColumns } from '../users/user-columns.js'
import { type AlbumRow, type AlbumSummary, albumColumns, albumShared, albumSummary } from './album.js'

/** What `answerOf` selects. */
export type AlbumAnswer = Album & AlbumSummary & { owner: UserJson; sharedUsers: UserJson[] }

/** Selects what is answered of the albums that a query gives under the name `album`; `more` are columns beside that. */
export function answerOf(albums: Prisma.Sql, more = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
  SELECT ${albumColumns('album')}, summary.*, shared.users AS "sharedUsers", owner.json AS owner ${more}
  FROM ${albums} ${albumSummary} ${albumShared}
  CROSS JOIN LATERAL (
    SELECT to_json(shown) AS json FROM (SELECT ${userColumns} FROM "user" WHERE id = album.owner_id) AS shown
  ) AS owner`
}

/** The album of such an answer. */
export function toAlbumRow({ owner, sharedUsers, ...row }: AlbumAnswer): AlbumRow {
  const { assetCount, startDate, endDate, lastModified, ...album } = row
  const summary = { assetCount, startDate, endDate, lastModified }
  return { ...album, owner: toUserRow(owner), sharedUsers: sharedUsers.map(toUserRow), summary }
}
