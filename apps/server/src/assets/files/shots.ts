import { dirname } from 'node:path'
import { ask, type Queryable, uuids } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import type { AssetFileRow } from './asset-file.js'

/**
 * Returns, by the id of an asset, what the parts of its shot have in common: the stack, or the photo with its video; and for an imported
 * file its folder, where files of one name belong together.
 */
export async function findShots(queryable: Queryable, assets: readonly AssetFileRow[]): Promise<Map<string, string[]>> {
  const rows = await ask<{ id: string; shot: string }>(
    queryable,
    Prisma.sql`
      SELECT asset.id, coalesce(asset.stack_id, photo.stack_id, photo.id, asset.id) AS shot
      FROM asset LEFT JOIN asset AS photo ON photo.live_photo_video_id = asset.id
      WHERE asset.id = ANY (${uuids(assets.map(({ id }) => id))}::uuid[])`,
  )
  const shots = new Map(rows.map(({ id, shot }) => [id, shot]))
  return new Map(
    assets.map(({ id, isExternal, originalPath }) => [
      id,
      [shots.get(id) ?? id, ...(isExternal ? [dirname(originalPath)] : [])],
    ]),
  )
}
