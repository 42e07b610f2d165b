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

export const tagAssets: Handler<'tagAssets'> =
  ({ database, config }) =>
  async ({ params: { id }, body: { assetIds }, caller: { user } }) => {
    const body = await idResultsByParts<AssetIdResult[]>('assetId', assetIds, async (part) => {
      const input = { tagId: id, callerId: user.id, assetIds: part, isNoted: config.writeSidecars }
      const outcomes = requireTag(await inStatement(database, (queryable) => tagOwnAssets(queryable, input)))
      if (outcomes.includes('success')) void announceEvents(database)
      return outcomes
    })
    return { status: 200, body }
  }

/** Which assets a user puts a tag on, or takes it off. */
export interface TagAssetsInput {
  tagId: string
  callerId: string
  /** At most some thousands: the texts of the assets are rewritten within the time limit of a statement. */
  assetIds: string[]
  /** Whether the change is noted for side-cars. */
  isNoted: boolean
}

/**
 * Puts a tag of the caller on assets of the caller, and returns the outcome of each position; null unless the tag is the caller's.
 * It then stays on them, also where their files alone named it.
 */
export async function tagOwnAssets(
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
      ), usable AS MATERIALIZED (
        SELECT given.id, position FROM given JOIN asset ON asset.id = given.id
        WHERE owner_id = ${callerId}::uuid AND deleted_at IS NULL
      ), added AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT ${tagId}::uuid, usable.id FROM usable
        WHERE NOT EXISTS (SELECT FROM tag_asset WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id)
        ORDER BY usable.id
        ON CONFLICT DO NOTHING RETURNING asset_id AS id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM usable
        WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id AND from_file
      ), wanted AS (
        DELETE FROM refused_tag USING usable WHERE tag_id = ${tagId}::uuid AND asset_id = usable.id
      ), noted AS (
        INSERT INTO sidecar_change (asset_id, name, is_added)
        SELECT added.id, seen.name, true FROM added, seen WHERE ${isNoted}::boolean
      )
      SELECT coalesce((
        SELECT json_agg(
          CASE
            WHEN usable.id IS NULL THEN 'not_found'
            WHEN added.id IS NULL OR listed.position > usable.position THEN 'duplicate'
            ELSE 'success'
          END ORDER BY listed.position
        )
        FROM unnest((SELECT ids FROM input)) WITH ORDINALITY AS listed (id, position)
        LEFT JOIN usable ON usable.id = listed.id
        LEFT JOIN added ON added.id = listed.id
      ), '[]') AS outcomes
      FROM seen`,
  )
  return row?.outcomes ?? null
}
