import type { AssetIdResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { idResultsByParts, type Outcome } from '../answers/id-results.js'
import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { uuids } from '../database/ids.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/announce-events.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'
import type { TagAssetsInput } from './tag-assets.js'

export const untagAssets: Handler<'untagAssets'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { assetIds }, caller: { user } }) => {
    const body = await idResultsByParts<AssetIdResult[]>('assetId', assetIds, async (part) => {
      const input = { tagId: id, callerId: user.id, assetIds: part, isNoted: config.writeSidecars }
      const outcomes = requireTag(await inStatement(database, (queryable) => untagOwnAssets(queryable, input)))
      if (outcomes.includes('success')) void announceEvents(database)
      return outcomes
    })
    return { status: 200, body }
  }

/**
 * Takes a tag of the caller off assets, and returns the outcome of each position; null unless the tag is the caller's. Their files
 * do not bring it back when they are read again.
 */
export async function untagOwnAssets(
  queryable: Queryable,
  { tagId, callerId, assetIds, isNoted }: TagAssetsInput,
): Promise<Outcome[] | null> {
  const [row] = await ask<{ outcomes: Outcome[] }>(
    queryable,
    Prisma.sql`
      WITH input AS MATERIALIZED (
        SELECT ${uuids(assetIds)}::uuid[] AS ids
      ), seen AS MATERIALIZED (
        SELECT id, name FROM tag WHERE id = ${tagId}::uuid AND user_id = ${callerId}::uuid
      ), given AS MATERIALIZED (
        SELECT listed.id, min(position) AS position
        FROM seen, unnest((SELECT ids FROM input)) WITH ORDINALITY AS listed (id, position)
        GROUP BY listed.id
      ), held AS MATERIALIZED (
        SELECT given.id, position FROM given
        JOIN tag_asset ON tag_id = ${tagId}::uuid AND asset_id = given.id
        JOIN asset ON asset.id = given.id
        WHERE deleted_at IS NULL
      ), locked AS MATERIALIZED (
        SELECT asset_id FROM tag_asset WHERE tag_id = ${tagId}::uuid AND asset_id IN (SELECT id FROM held)
        ORDER BY asset_id FOR UPDATE
      ), removed AS (
        DELETE FROM tag_asset USING locked
        WHERE tag_id = ${tagId}::uuid AND tag_asset.asset_id = locked.asset_id
        RETURNING tag_asset.asset_id AS id
      ), refused AS (
        INSERT INTO refused_tag (tag_id, asset_id) SELECT ${tagId}::uuid, id FROM removed ORDER BY id
        ON CONFLICT DO NOTHING
      ), noted AS (
        INSERT INTO sidecar_change (asset_id, name, is_added)
        SELECT removed.id, seen.name, false FROM removed, seen WHERE ${isNoted}::boolean
      )
      SELECT coalesce((
        SELECT json_agg(
          CASE WHEN removed.id IS NULL OR listed.position > held.position THEN 'not_found' ELSE 'success' END
          ORDER BY listed.position
        )
        FROM unnest((SELECT ids FROM input)) WITH ORDINALITY AS listed (id, position)
        LEFT JOIN held ON held.id = listed.id
        LEFT JOIN removed ON removed.id = listed.id
      ), '[]') AS outcomes
      FROM seen`,
  )
  return row?.outcomes ?? null
}
