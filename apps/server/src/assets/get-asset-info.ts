import type { Asset } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { type Json, jsonText } from '../answers/sent-body.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireAsset } from './access.js'
import { textNow, type VisitingReader, visitorJson } from './asset-pieces.js'
import { isVisibleAsset } from './visibility.js'

export const getAssetInfo: Handler<'getAssetInfo'> = async (
  { params: { id }, caller: { user, link } },
  { database },
) => ({
  status: 200,
  body: jsonText(requireAsset(await readVisibleAsset(database, { id, userId: user.id, link }))),
})

/** Finds a visible asset, or one in the trash of the user, as JSON; null unless the user, or a visitor of the link, may see it. */
export async function readVisibleAsset(
  queryable: Queryable,
  { id, userId, link = null }: { id: string; userId: string; link?: VisitingReader | null },
): Promise<Json<Asset> | null> {
  const [row] = await ask<{ json: Json<Asset> | null }>(
    queryable,
    Prisma.sql`
      SELECT (
        SELECT ${link ? visitorJson(link) : Prisma.sql`asset_json(asset, now, owner_id = ${userId}::uuid)`} FROM asset_text AS text, ${textNow} WHERE asset_id = asset.id
      ) AS json
      FROM asset
      WHERE ${isVisibleAsset({ id: Prisma.sql`${id}::uuid`, user: Prisma.sql`${userId}::uuid` })}`,
  )
  return row?.json ?? null
}
