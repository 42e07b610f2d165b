import type { Album } from '@media-library/contract'
import {
  assetColumns,
  assetJoins,
  newestFirst,
  type Statements,
  toAssets,
} from '@media-library/test-support/plain-asset'
import type { Answer, Call } from './call.js'
import { caller } from './caller.js'
import { toUser, userColumns } from './user.js'

interface AlbumRow {
  id: string
  owner_id: string
  album_name: string
  description: string
  is_activity_enabled: boolean
  album_thumbnail_asset_id: string | null
  created_at: Date
  updated_at: Date
  shared_id: string | null
  asset_count: number
  [user: string]: unknown
}

const create = {
  name: 'create-album',
  text: `WITH ${caller}, unusable AS (
      SELECT FROM caller, unnest($4::uuid[]) AS requested (id)
      WHERE NOT EXISTS (SELECT FROM asset WHERE asset.id = requested.id AND owner_id = caller.id AND deleted_at IS NULL)
    ), created AS (
      INSERT INTO album (id, owner_id, album_name, album_thumbnail_asset_id, updated_at)
      SELECT uuidv7(), id, $3, ($4::uuid[])[1], now() FROM caller WHERE NOT EXISTS (SELECT FROM unusable)
      RETURNING *
    ), placed AS (
      INSERT INTO album_asset (album_id, asset_id, file_created_at)
      SELECT created.id, asset.id, file_created_at FROM created, asset WHERE asset.id = ANY ($4::uuid[])
    )
    SELECT created.*, ${userColumns('caller', 'owner')}, cardinality($4::uuid[]) AS asset_count, NULL AS shared_id
    FROM created, caller`,
}

const share = {
  name: 'share-album',
  text: `WITH ${caller}, chosen AS (
      SELECT album.* FROM album JOIN caller ON caller.id = album.owner_id WHERE album.id = $3 FOR NO KEY UPDATE OF album
    ), unusable AS (
      SELECT FROM unnest($4::uuid[]) AS requested (id)
      WHERE NOT EXISTS (SELECT FROM "user" WHERE "user".id = requested.id AND deleted_at IS NULL)
    ), added AS (
      INSERT INTO album_user (album_id, user_id)
      SELECT chosen.id, requested.id FROM chosen, unnest($4::uuid[]) WITH ORDINALITY AS requested (id, position)
      WHERE requested.id <> chosen.owner_id AND NOT EXISTS (SELECT FROM unusable)
      ORDER BY position
      ON CONFLICT DO NOTHING RETURNING user_id
    ), touched AS (
      UPDATE album SET updated_at = now() FROM chosen WHERE album.id = chosen.id AND EXISTS (SELECT FROM added)
    )
    SELECT id FROM chosen WHERE NOT EXISTS (SELECT FROM unusable)`,
}

const read = {
  name: 'read-album',
  text: `SELECT album.*, ${userColumns('owner', 'owner')}, ${userColumns('shared', 'shared')},
      (SELECT count(*)::int FROM album_asset WHERE album_id = album.id) AS asset_count
    FROM album JOIN "user" AS owner ON owner.id = album.owner_id
      LEFT JOIN album_user ON album_user.album_id = album.id
      LEFT JOIN "user" AS shared ON shared.id = album_user.user_id AND shared.deleted_at IS NULL
    WHERE album.id = $1 ORDER BY album_user.position`,
}

const listAssets = {
  name: 'album-assets',
  text: `SELECT ${assetColumns} FROM album_asset JOIN asset ON asset.id = album_asset.asset_id ${assetJoins}
    AND album_asset.album_id = $1 ${newestFirst}`,
}

/** Runs one statement, and a second one if there are assets. */
export async function createAlbum({ database, key, body }: Call): Promise<Answer> {
  const { albumName, assetIds = [] } = body as { albumName: string; assetIds?: string[] }
  const { rows } = await database.query<AlbumRow>({ ...create, values: [...key, albumName, assetIds] })
  return rows[0] ? { status: 201, body: await toAlbum(database, [rows[0]]) } : { status: 400 }
}

/** Runs one statement that writes, and one that reads. */
export async function addUsersToAlbum({ database, key, id, body }: Call): Promise<Answer> {
  const { sharedUserIds } = body as { sharedUserIds: string[] }
  const { rows: shared } = await database.query({ ...share, values: [...key, id, sharedUserIds] })
  if (shared.length === 0) return { status: 404 }
  const { rows } = await database.query<AlbumRow>({ ...read, values: [id] })
  return { status: 200, body: await toAlbum(database, rows as [AlbumRow, ...AlbumRow[]]) }
}

/** Maps an album with its assets. There is one row for each shared user, and the caller is the owner. */
async function toAlbum(database: Statements, rows: [AlbumRow, ...AlbumRow[]]): Promise<Album> {
  const [row] = rows
  const shared = rows.filter((each) => each.shared_id !== null)
  const listed = row.asset_count ? await database.query({ ...listAssets, values: [row.id] }) : { rows: [] }
  const assets = await toAssets(database, listed.rows)
  const dates = assets.map(({ fileModifiedAt }) => fileModifiedAt).sort()
  return {
    albumName: row.album_name,
    albumThumbnailAssetId: row.album_thumbnail_asset_id,
    createdAt: row.created_at.toISOString(),
    description: row.description,
    hasSharedLink: false,
    id: row.id,
    isActivityEnabled: row.is_activity_enabled,
    order: 'desc',
    owner: toUser(row, 'owner', true),
    ownerId: row.owner_id,
    shared: shared.length > 0,
    sharedUsers: shared.map((each) => toUser(each, 'shared', false)),
    updatedAt: row.updated_at.toISOString(),
    assetCount: assets.length,
    assets,
    ...(assets[0] && { endDate: assets[0].fileCreatedAt }),
    ...(dates.length > 0 && { lastModifiedAssetTimestamp: dates.at(-1) }),
    ...(assets.length > 0 && { startDate: assets.at(-1)?.fileCreatedAt }),
  }
}
