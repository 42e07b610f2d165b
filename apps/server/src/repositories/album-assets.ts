import { ask, type Database, type Queryable } from '../database.js'
import { Prisma } from '../generated/prisma/client.js'
import { openSnapshot } from '../snapshot.js'
import { type AssetPieces, MIDDLE_LIST, readPieces, SHORT_LIST } from './asset-pieces.js'

const readAll = async (database: Queryable, albumId: string): Promise<string> => {
  const [row] = await ask<{ text: string | null }>(
    database,
    Prisma.sql`
      SELECT string_agg(json, ',' ORDER BY file_created_at DESC, asset_id DESC) AS text
      FROM album_asset JOIN asset_text USING (asset_id) JOIN asset ON asset.id = asset_id
      WHERE album_id = ${albumId}::uuid`,
  )
  return row?.text ?? ''
}

/** The assets that an album shows, newest first, as JSON without brackets. */
export const readAlbumAssets = async (
  database: Database,
  { id, assetCount }: { id: string; assetCount: number },
): Promise<string | AssetPieces> => {
  if (assetCount === 0) return ''
  if (assetCount <= SHORT_LIST) return readAll(database, id)
  const snapshot = await openSnapshot(database, { mayLast: assetCount > MIDDLE_LIST })
  try {
    return await readPieces(
      snapshot,
      Prisma.sql`
        SELECT asset_id, file_created_at FROM album_asset JOIN asset ON asset.id = asset_id WHERE album_id = ${id}::uuid`,
    )
  } catch (error) {
    snapshot.close()
    throw error
  }
}
