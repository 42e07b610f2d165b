import { ask } from '../../database/ask.js'
import type { Queryable } from '../../database/connect.js'
import { uuids } from '../../database/ids.js'
import { Prisma } from '../../generated/prisma/client.js'

/** A wish of a user to change which assets a tag is on. */
export interface TagAssetsWish {
  tagId: string
  callerId: string
  /** At most some thousands: the texts of the assets are rewritten within the time limit of a statement. */
  assetIds: string[]
}

/**
 * What came of each position of the list, a letter each: `s` for success, `d` for one that has the tag already, and `n` for one
 * that is not there. null unless the tag is the caller's own.
 */
export type Outcomes = string | null

/** Puts a tag of the caller on assets of the caller. It then stays on them, also where their files alone named it. */
export function tagOwnAssets(queryable: Queryable, { tagId, callerId, assetIds }: TagAssetsWish): Promise<Outcomes> {
  return write(
    queryable,
    { tagId, callerId, assetIds },
    {
      usable: Prisma.sql`
      SELECT given.id, position FROM given JOIN asset ON asset.id = given.id
      WHERE owner_id = ${callerId}::uuid AND deleted_at IS NULL`,
      changes: Prisma.sql`
      changed AS (
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
      )`,
      outcome: Prisma.sql`
      CASE WHEN usable.id IS NULL THEN 'n' WHEN changed.id IS NULL OR place > position THEN 'd' ELSE 's' END`,
    },
  )
}

/** Takes a tag of the caller off assets. Their files do not bring it back when they are read again. */
export function untagOwnAssets(queryable: Queryable, { tagId, callerId, assetIds }: TagAssetsWish): Promise<Outcomes> {
  return write(
    queryable,
    { tagId, callerId, assetIds },
    {
      usable: Prisma.sql`
      SELECT given.id, position FROM given
      JOIN tag_asset AS held ON held.tag_id = ${tagId}::uuid AND held.asset_id = given.id
      JOIN asset ON asset.id = given.id
      WHERE deleted_at IS NULL`,
      changes: Prisma.sql`
      locked AS MATERIALIZED (
        SELECT asset_id FROM tag_asset WHERE tag_id = ${tagId}::uuid AND asset_id IN (SELECT id FROM usable)
        ORDER BY asset_id FOR UPDATE
      ), changed AS (
        DELETE FROM tag_asset USING locked
        WHERE tag_id = ${tagId}::uuid AND tag_asset.asset_id = locked.asset_id
        RETURNING tag_asset.asset_id AS id
      ), refused AS (
        INSERT INTO refused_tag (tag_id, asset_id) SELECT ${tagId}::uuid, id FROM changed ORDER BY id
        ON CONFLICT DO NOTHING
      )`,
      outcome: Prisma.sql`CASE WHEN changed.id IS NULL OR place > position THEN 'n' ELSE 's' END`,
    },
  )
}

interface Change {
  /** The assets that are not missing, each with its first position. */
  usable: Prisma.Sql
  /** Parts of the statement that change them; `changed` has the ids of those that it changed. */
  changes: Prisma.Sql
  outcome: Prisma.Sql
}

async function write(
  queryable: Queryable,
  { tagId, callerId, assetIds }: TagAssetsWish,
  { usable, changes, outcome }: Change,
): Promise<Outcomes> {
  const [row] = await ask<{ outcomes: string }>(
    queryable,
    Prisma.sql`
      WITH wish AS MATERIALIZED (
        SELECT ${uuids(assetIds)}::uuid[] AS ids
      ), seen AS MATERIALIZED (
        SELECT id FROM tag WHERE id = ${tagId}::uuid AND user_id = ${callerId}::uuid
      ), given AS MATERIALIZED (
        SELECT listed.id, min(place) AS position
        FROM seen, unnest((SELECT ids FROM wish)) WITH ORDINALITY AS listed (id, place)
        GROUP BY listed.id
      ), usable AS MATERIALIZED (
        ${usable}
      ), ${changes}
      SELECT coalesce((
        SELECT string_agg(${outcome}, '' ORDER BY place)
        FROM unnest((SELECT ids FROM wish)) WITH ORDINALITY AS listed (id, place)
        LEFT JOIN usable ON usable.id = listed.id
        LEFT JOIN changed ON changed.id = listed.id
      ), '') AS outcomes
      FROM seen`,
  )
  return row?.outcomes ?? null
}
