import type { Caller, Handler, VisitedLink } from '../answers/handler.js'
import { changeEach, idResults, ifAdded, type Outcome } from '../answers/id-results.js'
import { findShown } from '../assets/shown.js'
import { ask, type Connection, type Database, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireChosen, requireLink } from './access.js'
import { listOwnLinks } from './link.js'

export const addSharedLinkAssets: Handler<'addSharedLinkAssets'> = async (
  { params: { id }, body: { assetIds }, caller },
  { database },
) => {
  const { link } = caller
  if (link) {
    requireLink(link.id === id || null)
    return { status: 200, body: await idResults('assetId', assetIds, await findShown(database, id, assetIds)) }
  }
  return { status: 200, body: await change(database, { id, assetIds, caller }, addToLink) }
}

export const removeSharedLinkAssets: Handler<'removeSharedLinkAssets'> = async (
  { params: { id }, body: { assetIds }, caller },
  { database },
) => ({ status: 200, body: await change(database, { id, assetIds, caller }, removeFromLink) })

async function change(
  database: Database,
  { id, assetIds, caller: { user } }: { id: string; assetIds: string[]; caller: Caller },
  addOrRemove: typeof addToLink,
) {
  requireChosen(requireLink((await listOwnLinks(database, user.id, id))[0]))
  const input = { linkId: id, userId: user.id, assetIds }
  const outcomes = requireLink(await inStatement(database, (queryable) => addOrRemove(queryable, input)))
  if (outcomes.includes('success')) void announceEvents(database)
  return idResults('assetId', assetIds, outcomes)
}

interface LinkAssets {
  linkId: string
  userId: string
  assetIds: string[]
}

/** Selects a link of chosen assets, if it is the user's. */
function seenBy({ linkId, userId }: LinkAssets) {
  return Prisma.sql`SELECT id FROM shared_link WHERE id = ${linkId}::uuid AND user_id = ${userId}::uuid AND album_id IS NULL`
}

/** Adds assets of a user to a link of the user, and returns the outcome of each position; null unless the link is the user's. */
export function addToLink(queryable: Queryable, input: LinkAssets): Promise<Outcome[] | null> {
  return changeEach(queryable, input.assetIds, {
    seen: seenBy(input),
    parts: Prisma.sql`
      usable AS MATERIALIZED (
        SELECT requested.id, position, asset.file_created_at FROM requested JOIN asset ON asset.id = requested.id
        WHERE owner_id = ${input.userId}::uuid AND is_visible AND deleted_at IS NULL
      ), added AS (
        INSERT INTO shared_link_asset (link_id, asset_id, file_created_at)
        SELECT seen.id, usable.id, file_created_at FROM seen, usable ORDER BY usable.id
        ON CONFLICT DO NOTHING RETURNING asset_id AS id
      ), recorded AS (
        INSERT INTO event (type, link_id, subject)
        SELECT 'link.updated', id, ${input.userId} FROM seen WHERE EXISTS (SELECT FROM added)
      )`,
    ...ifAdded,
  })
}

/** Removes assets from a link of a user, and returns the outcome of each position; null unless the link is the user's. */
export function removeFromLink(queryable: Queryable, input: LinkAssets): Promise<Outcome[] | null> {
  return changeEach(queryable, input.assetIds, {
    seen: seenBy(input),
    parts: Prisma.sql`
      removed AS (
        DELETE FROM shared_link_asset USING seen, requested
        WHERE link_id = seen.id AND asset_id = requested.id
        RETURNING asset_id AS id
      ), recorded AS (
        INSERT INTO event (type, link_id, subject)
        SELECT 'link.updated', id, ${input.userId} FROM seen WHERE EXISTS (SELECT FROM removed)
      )`,
    outcome: Prisma.sql`
      CASE WHEN removed.id IS NULL OR entry.position > requested.position THEN 'not_found' ELSE 'success' END`,
    joins: Prisma.sql`
      LEFT JOIN requested ON requested.id = entry.id LEFT JOIN removed ON removed.id = entry.id`,
  })
}

/**
 * Adds an asset that a visitor uploaded to what the link shows, within the transaction that records the upload. Returns whether it was
 * there already.
 */
export async function addVisited(
  transaction: Connection,
  { id, albumId, userId }: Pick<VisitedLink, 'id' | 'albumId' | 'userId'>,
  assetId: string,
): Promise<boolean> {
  const added =
    albumId === null
      ? await ask(
          transaction,
          Prisma.sql`
            WITH added AS (
              INSERT INTO shared_link_asset (link_id, asset_id) VALUES (${id}::uuid, ${assetId}::uuid)
              ON CONFLICT DO NOTHING RETURNING link_id
            ), recorded AS (
              INSERT INTO event (type, link_id, subject) SELECT 'link.updated', link_id, ${userId} FROM added
            )
            SELECT link_id FROM added`,
        )
      : await ask(
          transaction,
          Prisma.sql`
            WITH added AS (
              INSERT INTO album_asset (album_id, asset_id) VALUES (${albumId}::uuid, ${assetId}::uuid)
              ON CONFLICT DO NOTHING RETURNING album_id
            ), touched AS (
              UPDATE album SET updated_at = clock_timestamp(),
                album_thumbnail_asset_id = coalesce(album_thumbnail_asset_id, ${assetId}::uuid)
              FROM added WHERE id = added.album_id
            ), recorded AS (
              INSERT INTO event (type, album_id) SELECT 'album.updated', album_id FROM added
            )
            SELECT album_id FROM added`,
        )
  return added.length === 0
}
