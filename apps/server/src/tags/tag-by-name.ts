import type { TagType } from '@media-library/contract'
import { findOrCreateTags, toTagKey } from '../assets/metadata/file-tags.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** A tag of a user by its name, and the assets that get it. `type` is that of a new one. */
export interface NamedTag {
  name: string
  type: TagType
  assetIds: string[]
}

/**
 * Adds tags to assets of a user by their names in one statement; call it in a transaction that has locked the assets. They stay on
 * them, also where their files alone named them. Returns the number of tags that are left out, because the user may not have more.
 */
export async function tagByName(
  transaction: Queryable,
  { userId, isNoted }: { userId: string; isNoted: boolean },
  tags: NamedTag[],
): Promise<number> {
  if (tags.length === 0) return 0
  const ids = await findOrCreateTags(
    transaction,
    tags.map(({ name, type }) => ({ userId, name, type })),
  )
  const known = tags.map(({ name, assetIds }) => ({ tagId: ids.get(toTagKey({ userId, name })), assetIds }))
  const pairs = known.flatMap(({ tagId, assetIds }) =>
    tagId === undefined ? [] : assetIds.map((assetId) => ({ tagId, assetId })),
  )
  await ask(
    transaction,
    Prisma.sql`
      WITH requested AS MATERIALIZED (
        SELECT * FROM unnest(
          ${pairs.map(({ tagId }) => tagId)}::uuid[], ${pairs.map(({ assetId }) => assetId)}::uuid[]
        ) AS entry (tag_id, asset_id)
      ), added AS (
        INSERT INTO tag_asset (tag_id, asset_id)
        SELECT tag_id, asset_id FROM requested ORDER BY asset_id, tag_id
        ON CONFLICT DO NOTHING RETURNING tag_id, asset_id
      ), kept AS (
        UPDATE tag_asset SET from_file = false FROM requested
        WHERE tag_asset.tag_id = requested.tag_id AND tag_asset.asset_id = requested.asset_id AND from_file
      ), wanted AS (
        DELETE FROM refused_tag USING requested
        WHERE refused_tag.tag_id = requested.tag_id AND refused_tag.asset_id = requested.asset_id
      )
      INSERT INTO sidecar_change (asset_id, name, is_added)
      SELECT asset_id, tag.name, true FROM added JOIN tag ON tag.id = tag_id WHERE ${isNoted}::boolean`,
  )
  return known.filter(({ tagId }) => tagId === undefined).length
}
