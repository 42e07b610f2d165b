import type { Album } from '@media-library/contract'
import { copyItems } from '../answers/copied-items.js'
import type { JsonItems, Pieces } from '../answers/sent-body.js'
import { constant } from '../assets/asset-pieces.js'
import { ask } from '../database/ask.js'
import type { Snapshot } from '../database/snapshot.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { toUser, toUserRow, type UserJson, userColumns } from '../users/to-user.js'
import { albumSummary } from './album.js'

/** The number of albums in a piece. */
const PIECE = 100

/** Encloses the id of a user in a text. No JSON contains this character. */
const MARK = '\u0001'
const mark = Prisma.raw('chr(1)')

/** The order of lists of albums: newest `updatedAt` first, then by id. */
export const inAlbumOrder = Prisma.sql`ORDER BY updated_at DESC, id`

/** Some albums of a list as JSON without their assets, with the ids of their users in place of these. */
export interface AlbumPiece {
  text: string
  users: UserJson[]
}

/** Selects the albums of an array `ids` as AlbumPieces. */
export function selectAlbumPieces(): Prisma.Sql {
  return Prisma.sql`
  SELECT text, (
    SELECT json_agg(user_fields) FROM (
      SELECT ${userColumns} FROM "user" WHERE id = ANY (string_to_array(user_ids, ',')::uuid[])
    ) AS user_fields
  ) AS users
  FROM (${selectTexts((id) => Prisma.sql`concat(${mark}, ${id}, ${mark})`)}) AS pieces`
}

/** Returns the albums of a piece as `viewerId` sees them. */
export function toText({ text, users }: AlbumPiece, viewerId: string): JsonItems<Album> {
  const texts = toUserTexts(users.map(toUserRow), viewerId)
  const parts = text.split(MARK)
  return parts.map((part, position) => (position % 2 === 0 ? part : texts[part])).join('') as JsonItems<Album>
}

/** Streams the albums of which a query selects the id and updated_at, as `viewerId` sees them. */
export async function copyAlbums(snapshot: Snapshot, albums: Prisma.Sql, viewerId: string): Promise<Pieces<Album>> {
  const users = await ask<UserRow>(
    snapshot,
    Prisma.sql`
      WITH listed AS MATERIALIZED (${albums})
      SELECT ${userColumns} FROM "user" WHERE id IN (
        SELECT owner_id FROM album JOIN listed USING (id)
        UNION SELECT user_id FROM album_user JOIN listed ON listed.id = album_id
      )`,
  )
  const texts = JSON.stringify(toUserTexts(users, viewerId))
  return copyItems(
    snapshot,
    Prisma.sql`
      SELECT text FROM (SELECT array_agg(id ${inAlbumOrder}) AS ids FROM (${albums}) AS found) AS list,
        LATERAL (${selectTexts((id) => Prisma.sql`${texts}::jsonb ->> ${id}::text`)}) AS pieces`,
  )
}

function toUserTexts(users: UserRow[], viewerId: string): Record<string, string> {
  return Object.fromEntries(users.map((user) => [user.id, JSON.stringify(toUser(user, viewerId))]))
}

/**
 * Selects the texts of the albums of an array `ids` with their `user_ids`. The database writes them as `toAlbum` would: to convert the
 * rows of thousands would keep the thread that answers all requests for a third of a second.
 */
function selectTexts(userText: (id: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
  SELECT pieces.* FROM generate_series(1, cardinality(ids), ${constant(PIECE)}) AS first, LATERAL (
    SELECT string_agg(${albumText(userText)}, ',' ORDER BY place) AS text,
      string_agg(concat_ws(',', owner_id, shared.ids), ',') AS user_ids
    FROM unnest(ids[first : first + ${constant(PIECE - 1)}]) WITH ORDINALITY AS placed (album_id, place)
    JOIN album ON album.id = placed.album_id ${albumSummary}
    CROSS JOIN LATERAL (
      SELECT string_agg(user_id::text, ',') AS ids,
        string_agg(${userText(Prisma.raw('user_id'))}, ',' ORDER BY position) AS texts
      FROM album_user JOIN "user" ON "user".id = user_id
      WHERE album_id = album.id AND "user".deleted_at IS NULL
    ) AS shared
  ) AS pieces`
}

/** The JSON of a row of `album` with its `summary` and its `shared` users. Operators in place of `concat` take long to plan. */
function albumText(userText: (id: Prisma.Sql) => Prisma.Sql) {
  return Prisma.sql`concat(
    '{"albumName":', to_json(album_name),
    ',"albumThumbnailAssetId":', coalesce(to_json(summary."coverId")::text, 'null'),
    ',"assetCount":', summary."assetCount",
    ',"createdAt":"', api_time(created_at),
    '","description":', to_json(description),
    ',"endDate":"' || api_time(summary."endDate") || '"',
    ',"hasSharedLink":', to_json(summary."hasSharedLink"),
    ',"id":"', album.id,
    '","isActivityEnabled":', to_json(is_activity_enabled),
    ',"lastModifiedAssetTimestamp":"' || api_time(summary."lastModified") || '"',
    ',"order":"', CASE WHEN is_oldest_first THEN 'asc' ELSE 'desc' END,
    '","owner":', ${userText(Prisma.raw('owner_id'))},
    ',"ownerId":"', owner_id,
    '","shared":', to_json(shared.ids IS NOT NULL),
    ',"sharedUsers":[', shared.texts,
    ']', ',"startDate":"' || api_time(summary."startDate") || '"',
    ',"updatedAt":"', api_time(updated_at), '","assets":[]}')`
}
