import type { Response } from 'express'
import { type AssetPieces, MIDDLE_LIST, readPieces, readShort, SHORT_LIST } from '../assets/asset-pieces.js'
import type { Database } from '../database/connect.js'
import { acquireStreamSlot, readSnapshot, type StreamSlot } from '../database/snapshot.js'
import { Prisma } from '../generated/prisma/client.js'

/** Selects all assets of an album, including unlisted ones. */
export function listedIn(albumId: string): Prisma.Sql {
  return Prisma.sql`
  SELECT asset_id, file_created_at FROM album_asset JOIN asset ON asset.id = asset_id WHERE album_id = ${albumId}::uuid`
}

/** The reader of an album's assets. `slot` was taken for this reader before. */
interface AlbumReading {
  readerId: string
  slot?: StreamSlot | null
}

/** Reads the listed assets of an album, newest first, as JSON without brackets. */
export async function readAlbumAssets(
  database: Database,
  { id, assetCount }: { id: string; assetCount: number },
  { readerId, slot = null }: AlbumReading,
): Promise<string | AssetPieces> {
  if (assetCount <= MIDDLE_LIST) slot?.end()
  if (assetCount === 0) return ''
  if (assetCount <= SHORT_LIST) return readShort(database, listedIn(id), readerId)
  const own = assetCount > MIDDLE_LIST ? (slot ?? (await acquireStreamSlot(readerId))) : null
  return readSnapshot(database, own, (snapshot) => readPieces(snapshot, listedIn(id), { reader: readerId }))
}

/** Creates an album with that many assets after its reader got a slot for them. */
export async function withStreamSlot<Made>(
  readerId: string,
  assetCount: number,
  make: () => Promise<Made>,
): Promise<{ made: Made; slot: StreamSlot | null }> {
  const slot = assetCount > MIDDLE_LIST ? await acquireStreamSlot(readerId) : null
  try {
    return { made: await make(), slot }
  } catch (error) {
    slot?.end()
    throw error
  }
}

/** Whether the request prefers `return=minimal` (RFC 7240); if so, sets `Preference-Applied`. */
export function prefersMinimal(prefer: string | undefined, response: Response): boolean {
  const preferences = prefer?.split(',').map((preference) => preference.split(';')[0]?.replaceAll(/[\s"]/g, ''))
  if (!preferences?.includes('return=minimal')) return false
  response.setHeader('Preference-Applied', 'return=minimal')
  return true
}
