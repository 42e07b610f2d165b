import type { Asset } from '@media-library/contract'
import type { Response } from 'express'
import type { JsonList } from '../answers/sent-body.js'
import { visible } from '../assets/asset.js'
import { MIDDLE_LIST, readPieces, readShort, SHORT_LIST } from '../assets/asset-pieces.js'
import { isLinkOpen } from '../assets/visibility.js'
import { ask, type Database, type Queryable, selectColumns, uuids } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { acquireStreamSlot, readSnapshot, type StreamSlot } from '../database/snapshot.js'
import { type Album, Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { toUserRow, type UserJson, userColumns } from '../users/to-user.js'

/** The counts and dates of an album's visible assets; the dates are null when there is none. */
export interface AlbumSummary {
  assetCount: number
  startDate: Date | null
  endDate: Date | null
  lastModified: Date | null
  /** The id of the cover; that of the newest asset while the cover is in the trash. */
  coverId: string | null
  /** Whether a link that has not expired shows the album. */
  hasSharedLink: boolean
}

/** An album with its owner, its active shared users in the order of their addition, and its counts. */
export type AlbumRow = Album & AlbumSummary & { owner: UserRow; sharedUsers: UserRow[] }

/** Returns all columns of an album under the names of an Album. `table` is the table or its alias. */
export function albumColumns(table: string): Prisma.Sql {
  return selectColumns(Prisma.AlbumScalarFieldEnum, table)
}

/**
 * The counts and dates of the visible assets of a row of `album`, in a join. The array is read in one pass of the index: the planner
 * would join all assets of the owner.
 */
export const albumSummary = Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "assetCount", min(file_created_at) AS "startDate", max(file_created_at) AS "endDate",
      max(file_modified_at) AS "lastModified", coalesce(bool_and(owner_id = album.owner_id), true) AS "isOwners"
    FROM asset
    WHERE id = ANY (ARRAY (SELECT asset_id FROM album_asset WHERE album_id = album.id)) AND is_visible AND deleted_at IS NULL
  ) AS figures
  CROSS JOIN LATERAL (
    SELECT figures.*, CASE
      WHEN (SELECT deleted_at IS NULL FROM asset WHERE id = album_thumbnail_asset_id) IS NOT FALSE THEN album_thumbnail_asset_id
      ELSE (
        SELECT id FROM album_asset JOIN asset ON asset.id = asset_id
        WHERE album_id = album.id AND is_visible AND deleted_at IS NULL
        ORDER BY album_asset.file_created_at DESC, asset_id DESC LIMIT 1
      ) END AS "coverId",
      EXISTS (SELECT FROM shared_link WHERE album_id = album.id AND ${isLinkOpen}) AS "hasSharedLink"
  ) AS summary`

/** The active shared users of a row of `album`, in a join. */
const albumShared = Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(user_fields ORDER BY position), '[]') AS users
    FROM album_user JOIN (SELECT ${userColumns} FROM "user" WHERE deleted_at IS NULL) AS user_fields ON user_fields.id = user_id
    WHERE album_id = album.id
  ) AS shared`

/** The row of `selectAnswer`. */
export interface AlbumAnswer extends Album, AlbumSummary {
  owner: UserJson
  sharedUsers: UserJson[]
  /** Whether all visible assets are those of the album's owner. */
  isOwners: boolean
}

/** Selects the answered columns of the albums that a query returns under the name `album`; `more` are further columns. */
export function selectAnswer(albums: Prisma.Sql, more = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
  SELECT ${albumColumns('album')}, summary.*, shared.users AS "sharedUsers", owner.json AS owner ${more}
  FROM ${albums} ${albumSummary} ${albumShared}
  CROSS JOIN LATERAL (
    SELECT to_json(user_fields) AS json FROM (SELECT ${userColumns} FROM "user" WHERE id = album.owner_id) AS user_fields
  ) AS owner`
}

/** Converts such a row to an album. */
export function toAlbumRow<Answer extends AlbumAnswer>({ owner, sharedUsers, ...album }: Answer) {
  return { ...album, owner: toUserRow(owner), sharedUsers: sharedUsers.map(toUserRow) }
}

/** Finds an album; null when it was deleted. */
export async function findAlbum(queryable: Queryable, id: string): Promise<AlbumRow | null> {
  const [row] = await ask<AlbumAnswer>(
    queryable,
    Prisma.sql`${selectAnswer(Prisma.sql`album`)} WHERE album.id = ${id}::uuid`,
  )
  return row ? toAlbumRow(row) : null
}

/** Finds albums by their ids, in any order. */
export async function findAlbums(queryable: Queryable, ids: string[]): Promise<AlbumRow[]> {
  if (ids.length === 0) return []
  const rows = await ask<AlbumAnswer>(
    queryable,
    Prisma.sql`${selectAnswer(Prisma.sql`album`)} WHERE album.id = ANY (${uuids(ids)}::uuid[])`,
  )
  return rows.map(toAlbumRow)
}

const columns = {
  id: true,
  albumName: true,
  createdAt: true,
  owner: { select: { email: true } },
  _count: { select: { assets: { where: { asset: visible } }, sharedUsers: { where: { user: { deletedAt: null } } } } },
} satisfies Prisma.AlbumSelect

/** An album with its owner's address and the numbers of its assets and shared users. */
export type AlbumColumnsRow = Prisma.AlbumGetPayload<{ select: typeof columns }>

/** Lists the albums of a user, or of all users, oldest first. */
export function listAlbums(database: PrismaDatabase, ownerId: string | null): Promise<AlbumColumnsRow[]> {
  return database.album.findMany({
    where: ownerId === null ? {} : { ownerId },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Selects all assets of an album, including those that are not visible. */
export function selectAlbumAssets(albumId: string): Prisma.Sql {
  return Prisma.sql`SELECT asset_id, file_created_at FROM album_asset WHERE album_id = ${albumId}::uuid`
}

/** The reader of an album's assets. `slot` was acquired for this reader before. */
interface AlbumReading {
  readerId: string
  slot?: StreamSlot | null
  /** Ends the reader's turn at the database. */
  endTurn(): void
}

/** Reads the visible assets of an album, newest first, as JSON without brackets. */
export async function readAlbumAssets(
  database: Database,
  { id, assetCount }: { id: string; assetCount: number },
  { readerId, slot = null, endTurn }: AlbumReading,
): Promise<JsonList<Asset>> {
  if (assetCount <= MIDDLE_LIST) slot?.end()
  if (assetCount === 0) return []
  if (assetCount <= SHORT_LIST) return readShort(database, selectAlbumAssets(id), readerId)
  const isLong = assetCount > MIDDLE_LIST
  return readSnapshot(database, { readerId, isLong, slot: isLong ? slot : null, endTurn }, (snapshot) =>
    readPieces(snapshot, selectAlbumAssets(id), { reader: readerId }),
  )
}

/**
 * Creates an album with that many assets after its reader got a slot for them. If it had to wait for the slot, it takes another turn.
 */
export async function withStreamSlot<Made>(
  { readerId, endTurn, takeTurn }: AlbumReading & { takeTurn(): Promise<() => void> },
  assetCount: number,
  make: () => Promise<Made>,
): Promise<{ album: Made; slot: StreamSlot | null }> {
  if (assetCount <= MIDDLE_LIST) return { album: await make(), slot: null }
  let hasTurn = true
  const slot = await acquireStreamSlot(readerId, () => {
    hasTurn = false
    endTurn()
  })
  try {
    const end = hasTurn ? () => {} : await takeTurn()
    return { album: await make().finally(end), slot }
  } catch (error) {
    slot.end()
    throw error
  }
}

/** Returns whether the request prefers `return=minimal` (RFC 7240). */
export function prefersMinimal(prefer: string | undefined): boolean {
  const preferences = prefer?.split(',').map((preference) => preference.split(';')[0]?.replaceAll(/[\s"]/g, ''))
  return preferences?.includes('return=minimal') === true
}

/** Says of an answer without assets that it is what was preferred. A refusal says nothing of the kind. */
export function noteMinimal(response: Response): void {
  response.setHeader('Preference-Applied', 'return=minimal')
}
