import type { Database } from '../database.js'
import { Prisma } from '../generated/prisma/client.js'
import { readSnapshot } from '../snapshot.js'
import { type AssetPieces, MIDDLE_LIST, readPieces, readShort, SHORT_LIST } from './asset-pieces.js'

const listed = (albumId: string) => Prisma.sql`
  SELECT asset_id, file_created_at FROM album_asset JOIN asset ON asset.id = asset_id WHERE album_id = ${albumId}::uuid`

/** The assets that an album shows, newest first, as JSON without brackets. */
export const readAlbumAssets = async (
  database: Database,
  { id, assetCount }: { id: string; assetCount: number },
): Promise<string | AssetPieces> => {
  if (assetCount === 0) return ''
  if (assetCount <= SHORT_LIST) return readShort(database, listed(id))
  const mayLast = assetCount > MIDDLE_LIST
  return readSnapshot(database, { mayLast }, (snapshot) => readPieces(snapshot, listed(id)))
}
