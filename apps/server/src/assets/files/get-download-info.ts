import type { DownloadArchive } from '@media-library/contract'
import { admission } from '../../admission/admission.js'
import { toTurnName } from '../../admission/turn-name.js'
import type { Handler } from '../../answers/handler.js'
import { findUnusable, requireUsable, type Unusable } from '../../answers/refusals.js'
import { type JsonItems, jsonObject } from '../../answers/sent-body.js'
import { ask, type Database, uuids } from '../../database/ask.js'
import { inTransaction, limitStatements, withTimeFor } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import { requireSelf } from '../access.js'
import { isVisible } from '../asset.js'
import { isReadableBy, requireReadableAlbum } from '../visibility.js'

const GIB = 1_073_741_824

/** The maximum number of ids in a request. */
const MOST_FILES = 100_000

export const getDownloadInfo: Handler<'getDownloadInfo'> = async (
  { body, caller: { user, link }, endTurn },
  { database },
) => {
  const { assetIds, albumId, userId, archiveSize = 4 * GIB } = body
  const end = await admission.archiveList.acquire(toTurnName(user.id, link), { onWait: endTurn })
  try {
    requireSelf(user, userId)
    if (albumId !== undefined) await requireReadableAlbum(database, albumId, user.id)
    if (assetIds) {
      const unusable = await findInvisible(database, assetIds, user.id)
      requireUsable({ property: 'assetIds', ids: assetIds, unusable })
    }
    const chosen = assetIds
      ? Prisma.sql`SELECT unnest(${uuids(assetIds)}::uuid[])`
      : albumId
        ? Prisma.sql`SELECT asset.id FROM album_asset JOIN asset ON asset.id = asset_id WHERE album_id = ${albumId}::uuid AND ${isVisible}`
        : Prisma.sql`SELECT asset.id FROM asset WHERE owner_id = ${user.id}::uuid AND ${isVisible}`
    const archives = await listArchives(database, chosen, archiveSize)
    const totalSize = archives.reduce((sum, { size }) => sum + size, 0)
    const texts = archives.map(({ text }) => text)
    return { status: 201, body: jsonObject({}, 'archives', texts, { totalSize }) }
  } finally {
    end()
  }
}

/** An archive as JSON, and the number of bytes of its files. */
interface ArchiveRow {
  text: JsonItems<DownloadArchive>
  size: number
}

/** Divides the chosen assets, newest first and each followed by the video of a live photo, into archives. */
function listArchives(database: Database, chosen: Prisma.Sql, archiveSize: number): Promise<ArchiveRow[]> {
  return inTransaction(database, async (transaction) => {
    // A whole library takes longer than other statements.
    await limitStatements(transaction, '30s')
    return ask<ArchiveRow>(
      transaction,
      Prisma.sql`
          WITH photo AS MATERIALIZED (
            SELECT id, file_created_at, live_photo_video_id FROM asset WHERE id IN (${chosen})
          ), file AS (
            SELECT id, file_created_at, id AS photo_id FROM photo
            UNION ALL
            SELECT live_photo_video_id, file_created_at, id FROM photo
            WHERE live_photo_video_id IS NOT NULL AND live_photo_video_id NOT IN (SELECT id FROM photo)
          ), sized AS (
            SELECT id, coalesce(file_size_in_byte, 0) AS size,
              sum(coalesce(file_size_in_byte, 0)) OVER in_order - coalesce(file_size_in_byte, 0) AS size_before,
              row_number() OVER in_order AS number
            FROM file LEFT JOIN exif ON asset_id = id
            WINDOW in_order AS (ORDER BY file_created_at DESC, photo_id DESC, id = photo_id DESC)
          )
          SELECT json_build_object('assetIds', json_agg(id ORDER BY number), 'size', sum(size))::text AS text,
            sum(size)::float AS size
          FROM sized
          GROUP BY floor(size_before / ${archiveSize}::numeric), (number - 1) / ${MOST_FILES}::int
          ORDER BY min(number)`,
    )
  })
}

/** Finds the positions of ids that are not assets that the user may see; null when there are none. */
export function findInvisible(database: Database, assetIds: string[], userId: string): Promise<Unusable | null> {
  const isUsable = Prisma.sql`
    removed_at IS NULL AND (deleted_at IS NULL OR owner_id = ${userId}::uuid) AND ${isReadableBy(userId)}`
  return withTimeFor(database, assetIds, (timed) => findUnusable(timed, assetIds, { isUsable }))
}
