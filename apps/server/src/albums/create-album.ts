import { v7 as uuidv7 } from 'uuid'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { idempotently } from '../answers/idempotently.js'
import { requireUnderLimit, requireUsable, type Unusable, unusablePositions } from '../answers/refusals.js'
import { ask, askOne, type Queryable, uuids } from '../database/ask.js'
import { inTurn } from '../database/in-turn.js'
import { withTimeFor } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { type Album, Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { hasScope } from '../users/credential.js'
import { toUserRow, type UserJson, userColumns } from '../users/to-user.js'
import { requireSharing } from './access.js'
import {
  type AlbumRow,
  type AlbumSummary,
  albumColumns,
  noteMinimal,
  prefersMinimal,
  readAlbumAssets,
  withStreamSlot,
} from './album.js'
import { albumText, toAlbum } from './to-album.js'

export const createAlbum: Handler<'createAlbum'> = async (
  { body, headers, caller, endTurn, takeTurn, req, res },
  { database },
) => {
  const { user, scopes } = caller
  const { assetIds = [], sharedWithUserIds = [], ...text } = body
  if (sharedWithUserIds.length > 0) requireSharing(hasScope(scopes, 'album.share'))
  const minimal = prefersMinimal(headers.prefer)
  const key = headers['idempotency-key']
  const request = { user, operation: 'createAlbum', key, body: { ...body, minimal } } as const
  const make = async (queryable: Queryable) => {
    const input = { ...text, owner: user, assetIds, sharedUserIds: sharedWithUserIds }
    const { album, unusableAssets, unusableUsers } = await writeAlbum(queryable, input)
    requireUsable(
      { property: 'assetIds', ids: assetIds, unusable: unusableAssets },
      { property: 'sharedWithUserIds', ids: sharedWithUserIds, unusable: unusableUsers },
    )
    return toAlbum(requireUnderLimit(album, 'albums', MOST_ALBUMS), user.id)
  }
  const hasAssets = !minimal && hasScope(scopes, 'asset.read')
  const assetCount = hasAssets ? assetIds.length : 0
  const { album, slot } = await withStreamSlot({ readerId: user.id, endTurn, takeTurn }, assetCount, () =>
    idempotently(database, request, res, make),
  )
  void announceEvents(database)
  if (sharedWithUserIds.length > 0) {
    audit(req, { act: 'shared an album', userId: user.id, albumId: album.id, sharedWith: sharedWithUserIds })
  }
  if (minimal) noteMinimal(res)
  const assets = hasAssets ? await readAlbumAssets(database, album, { readerId: user.id, slot, endTurn }) : []
  return { status: 201, body: albumText(album, assets) }
}

/** The album to create. The first position of a duplicate id counts. */
export interface NewAlbum {
  owner: UserRow
  albumName: string
  description?: string | undefined
  assetIds: string[]
  sharedUserIds: string[]
}

/** The number of albums that a user may have. */
export const MOST_ALBUMS = 10_000

interface UnusableIds {
  unusableAssets: Unusable | null
  unusableUsers: Unusable | null
}

/** The created album; null when the owner has 10,000, or the lists contain ids that the owner may not use. */
export interface CreatedAlbum extends UnusableIds {
  album: AlbumRow | null
}

/** The number of albums below the limit from which on those of an owner are created one after the other. */
const NEAR = 1_000

/** Creates an album with its assets and shares, or nothing, as `CreatedAlbum` describes. The first asset is the cover. */
export async function writeAlbum(queryable: Queryable, album: NewAlbum): Promise<CreatedAlbum> {
  const created = await writeBelow(queryable, album, MOST_ALBUMS - NEAR)
  if (created.album || created.unusableAssets || created.unusableUsers) return created
  const turn = { what: 'albums', userId: album.owner.id } as const
  return inTurn(queryable, turn, (transaction) => writeBelow(transaction, album, MOST_ALBUMS))
}

async function writeBelow(queryable: Queryable, album: NewAlbum, most: number): Promise<CreatedAlbum> {
  if (album.assetIds.length === 0 && album.sharedUserIds.length === 0) return writeEmpty(queryable, album, most)
  return withTimeFor(queryable, album.assetIds, async (timed) => {
    const { unusableAssets, unusableUsers, sharedUsers, ...created } = await write(timed, album, most)
    if (created.id === null) return { album: null, unusableAssets, unusableUsers }
    const { owner } = album
    const row = {
      ...created,
      hasSharedLink: false,
      coverId: created.albumThumbnailAssetId,
      owner,
      sharedUsers: sharedUsers.map(toUserRow),
    }
    return { album: row, unusableAssets, unusableUsers }
  })
}

/** Creates an album without assets and shares, at half the cost of the other statement. */
async function writeEmpty(
  queryable: Queryable,
  { owner, albumName, description = '' }: NewAlbum,
  most: number,
): Promise<CreatedAlbum> {
  const [made] = await ask<Album>(
    queryable,
    Prisma.sql`
      INSERT INTO album (id, owner_id, album_name, description)
      SELECT ${uuidv7()}::uuid, ${owner.id}::uuid, ${albumName}, ${description} WHERE ${isUnder(most, owner)}
      RETURNING ${albumColumns('album')}`,
  )
  const nothing = {
    assetCount: 0,
    startDate: null,
    endDate: null,
    lastModified: null,
    coverId: null,
    hasSharedLink: false,
  }
  const album = made ? { ...made, ...nothing, owner, sharedUsers: [] } : null
  return { album, unusableAssets: null, unusableUsers: null }
}

/**
 * Returns the condition that an owner may have one more album. It reads the index of the owner: 0.1 ms for each 1,000 albums.
 */
function isUnder(most: number, { id }: UserRow): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM album WHERE owner_id = ${id}::uuid OFFSET ${most - 1}::int)`
}

type CreatedRow = (Album | { id: null }) &
  Omit<AlbumSummary, 'coverId' | 'hasSharedLink'> &
  UnusableIds & { sharedUsers: UserJson[] }

function write(
  queryable: Queryable,
  { owner, albumName, description = '', assetIds, sharedUserIds }: NewAlbum,
  most: number,
): Promise<CreatedRow> {
  return askOne(
    queryable,
    Prisma.sql`
      WITH input AS MATERIALIZED (
        SELECT ${owner.id}::uuid AS owner_id, ${uuids(assetIds)}::uuid[] AS asset_ids,
          ${uuids(sharedUserIds)}::uuid[] AS user_ids
      ), usable AS MATERIALIZED (
        SELECT id, is_visible, file_created_at, file_modified_at FROM asset
        WHERE id = ANY ((SELECT asset_ids FROM input)::uuid[])
          AND owner_id = (SELECT owner_id FROM input) AND deleted_at IS NULL
      ), unusable_asset AS MATERIALIZED (
        SELECT unnest(asset_ids) AS id FROM input EXCEPT SELECT id FROM usable
      ), invited AS (
        SELECT id, min(position) AS position
        FROM unnest((SELECT user_ids FROM input)) WITH ORDINALITY AS requested (id, position)
        GROUP BY id
      ), active AS MATERIALIZED (
        SELECT id, position FROM invited JOIN "user" USING (id) WHERE deleted_at IS NULL
      ), unusable_user AS MATERIALIZED (
        SELECT id FROM invited EXCEPT SELECT id FROM active
      ), created AS (
        INSERT INTO album (id, owner_id, album_name, description, album_thumbnail_asset_id)
        SELECT ${uuidv7()}::uuid, owner_id, ${albumName}, ${description}, asset_ids[1] FROM input
        WHERE NOT EXISTS (SELECT FROM unusable_asset) AND NOT EXISTS (SELECT FROM unusable_user) AND ${isUnder(most, owner)}
        RETURNING *
      ), placed AS (
        INSERT INTO album_asset (album_id, asset_id, file_created_at)
        SELECT created.id, usable.id, file_created_at FROM created, usable
      ), shared AS (
        INSERT INTO album_user (album_id, user_id)
        SELECT created.id, active.id FROM created, active WHERE active.id <> created.owner_id ORDER BY position
      )
      SELECT ${albumColumns('created')}, summary.*,
        ${unusablePositions(Prisma.sql`(SELECT asset_ids FROM input)`, Prisma.sql`unusable_asset`)} AS "unusableAssets",
        ${unusablePositions(Prisma.sql`(SELECT user_ids FROM input)`, Prisma.sql`unusable_user`)} AS "unusableUsers",
        (
          SELECT coalesce(json_agg(user_fields ORDER BY position), '[]')
          FROM active JOIN (SELECT ${userColumns} FROM "user") AS user_fields USING (id)
          WHERE id <> (SELECT owner_id FROM input)
        ) AS "sharedUsers"
      FROM (
        SELECT count(*)::int AS "assetCount", min(file_created_at) AS "startDate", max(file_created_at) AS "endDate",
          max(file_modified_at) AS "lastModified"
        FROM usable WHERE is_visible
      ) AS summary LEFT JOIN created ON true`,
  )
}
