import type { Handler } from '../answers/handler.js'
import { changeEach, idResultsByParts, ifAdded, type Outcome } from '../answers/id-results.js'
import type { ServerContext } from '../context.js'
import type { Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireTag } from './access.js'

export const tagAssets: Handler<'tagAssets'> = async (
  { params: { id }, body: { assetIds }, caller: { user }, takeTurn },
  context,
) => inParts(context, { tagId: id, callerId: user.id, assetIds, takeTurn }, tagOwnAssets)

export const untagAssets: Handler<'untagAssets'> = async (
  { params: { id }, body: { assetIds }, caller: { user }, takeTurn },
  context,
) => inParts(context, { tagId: id, callerId: user.id, assetIds, takeTurn }, untagOwnAssets)

async function inParts(
  { database, config }: ServerContext,
  { assetIds, takeTurn, ...tag }: Omit<TagAssetsInput, 'isNoted'> & { takeTurn(): Promise<() => void> },
  tagOrUntag: typeof tagOwnAssets,
) {
  const change = async (part: string[]) => {
    const input = { ...tag, assetIds: part, isNoted: config.writeSidecars }
    const outcomes = requireTag(await inStatement(database, (queryable) => tagOrUntag(queryable, input)))
    if (outcomes.includes('success')) void announceEvents(database)
    return outcomes
  }
  return { status: 200, body: await idResultsByParts('assetId', assetIds, { takeTurn, change }) } as const
}

/** The assets to which a user adds a tag, or from which they remove it. */
export interface TagAssetsInput {
  tagId: string
  callerId: string
  /** The ids, at most some thousands: the texts of the assets are rewritten within the time limit of a statement. */
  assetIds: string[]
  /** Whether the change is recorded for side-cars. */
  isNoted: boolean
}

/**
 * Adds a tag of the caller to assets of the caller, and returns the outcome of each position; null unless the tag is the caller's. It
 * then stays on them, also where their files alone named it.
 */
export function tagOwnAssets(
  queryable: Queryable,
  { tagId, callerId, assetIds, isNoted }: TagAssetsInput,
): Promise<Outcome[] | null> {
  return changeEach(queryable, assetIds, {
    seen: Prisma.sql`SELECT id, name FROM tag WHERE id = ${tagId}::uuid AND user_id = ${callerId}::uuid`,
    parts: Prisma.sql`
      usable AS MATERIALIZED (
        SELECT requested.id, position, file_created_at FROM requested JOIN asset ON asset.id = requested.id
        WHERE owner_id = ${callerId}::uuid AND deleted_at IS NULL
      ), added AS (
        INSERT INTO tag_asset (tag_id, asset_id, file_created_at)
        SELECT ${tagId}::uuid, usable.id, file_created_at FROM usable
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
      )`,
    ...ifAdded,
  })
}

/**
 * Removes a tag of the caller from assets, and returns the outcome of each position; null unless the tag is the caller's. Their files
 * do not bring it back when they are read again.
 */
export function untagOwnAssets(
  queryable: Queryable,
  { tagId, callerId, assetIds, isNoted }: TagAssetsInput,
): Promise<Outcome[] | null> {
  return changeEach(queryable, assetIds, {
    seen: Prisma.sql`SELECT id, name FROM tag WHERE id = ${tagId}::uuid AND user_id = ${callerId}::uuid`,
    parts: Prisma.sql`
      held AS MATERIALIZED (
        SELECT requested.id, position FROM requested
        JOIN tag_asset ON tag_id = ${tagId}::uuid AND asset_id = requested.id
        JOIN asset ON asset.id = requested.id
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
      )`,
    outcome: Prisma.sql`
      CASE WHEN removed.id IS NULL OR entry.position > held.position THEN 'not_found' ELSE 'success' END`,
    joins: Prisma.sql`LEFT JOIN held ON held.id = entry.id LEFT JOIN removed ON removed.id = entry.id`,
  })
}
