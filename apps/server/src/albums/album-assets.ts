import { type AssetPieces, MIDDLE_LIST, readPieces, readShort, SHORT_LIST } from '../assets/asset-pieces.js'
import type { Database } from '../database/connect.js'
import { type Place, readSnapshot, takePlace } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'

/** Selects all assets of an album, including unlisted ones. */
export function listedIn(albumId: string): Prisma.Sql {
  return Prisma.sql`
  SELECT asset_id, file_created_at FROM album_asset JOIN asset ON asset.id = asset_id WHERE album_id = ${albumId}::uuid`
}

/** The reader of an album's assets. `place` was taken for this reader before. */
interface AlbumReading {
  readerId: string
  place?: Place | null
}

/** Reads the listed assets of an album, newest first, as JSON without brackets. */
export async function readAlbumAssets(
  database: Database,
  { id, assetCount }: { id: string; assetCount: number },
  { readerId, place = null }: AlbumReading,
): Promise<string | AssetPieces> {
  if (assetCount <= MIDDLE_LIST) place?.end()
  if (assetCount === 0) return ''
  if (assetCount <= SHORT_LIST) return readShort(database, listedIn(id), readerId)
  const own = assetCount > MIDDLE_LIST ? (place ?? (await takePlace(readerId))) : null
  return readSnapshot(database, own, (snapshot) => readPieces(snapshot, listedIn(id), { reader: readerId }))
}

/** Creates an album with that many assets after its reader got a place for them. */
export async function withPlace<Made>(
  readerId: string,
  assetCount: number,
  make: () => Promise<Made>,
): Promise<{ made: Made; place: Place | null }> {
  const place = assetCount > MIDDLE_LIST ? await takePlace(readerId) : null
  try {
    return { made: await make(), place }
  } catch (error) {
    place?.end()
    throw error
  }
}
