import { type AlbumRow, describeAlbum } from './album.js'
import type { Answer, Call } from './call.js'
import { caller } from './caller.js'
import { userColumns } from './user.js'

interface AlbumListRow extends AlbumRow {
  start_date: Date | null
  end_date: Date | null
  last_modified: Date | null
}

const list = {
  name: 'list-albums',
  text: `WITH ${caller} SELECT album.*, ${userColumns('owner', 'owner')}, ${userColumns('shared', 'shared')}, summary.*
    FROM caller JOIN album ON album.owner_id = caller.id
      JOIN "user" AS owner ON owner.id = album.owner_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS asset_count, min(asset.file_created_at) AS start_date,
          max(asset.file_created_at) AS end_date, max(file_modified_at) AS last_modified
        FROM album_asset JOIN asset ON asset.id = asset_id
        WHERE album_id = album.id AND is_visible AND asset.deleted_at IS NULL
      ) AS summary
      LEFT JOIN album_user ON album_user.album_id = album.id
      LEFT JOIN "user" AS shared ON shared.id = album_user.user_id AND shared.deleted_at IS NULL
    ORDER BY album.updated_at DESC, album.id, album_user.position`,
}

/** Lists the caller's albums without their assets, in one statement. */
export async function getAllAlbums({ database, key }: Call): Promise<Answer> {
  const { rows } = await database.query<AlbumListRow>({ ...list, values: key })
  const albums = new Map<string, AlbumListRow[]>()
  for (const row of rows) albums.set(row.id, [...(albums.get(row.id) ?? []), row])
  return { status: 200, body: [...albums.values()].map((each) => toAlbum(each as [AlbumListRow, ...AlbumListRow[]])) }
}

function toAlbum(rows: [AlbumListRow, ...AlbumListRow[]]) {
  const [{ asset_count, start_date, end_date, last_modified }] = rows
  return {
    ...describeAlbum(rows),
    assetCount: asset_count,
    assets: [],
    ...(end_date && { endDate: end_date.toISOString() }),
    ...(last_modified && { lastModifiedAssetTimestamp: last_modified.toISOString() }),
    ...(start_date && { startDate: start_date.toISOString() }),
  }
}
