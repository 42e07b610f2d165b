import type { UpdateAsset, UpdateAssets } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import { requireAsset } from '../assets/access.js'
import { readVisibleAsset } from '../assets/get-asset-info.js'
import { ask, type Connection } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { announceJobs, enqueueJobs } from '../jobs/queue/enqueue-jobs.js'
import { moveDates, noteSidecarChanges, takeBack } from './corrections.js'
import { lockOwnAssets } from './with-own-assets.js'

export const updateAsset: Handler<'updateAsset'> = async (
  { params: { id }, body, caller: { user } },
  { config, database },
) => {
  const asset = await inTransaction(database, async (transaction) => {
    if ((await lockOwnAssets(transaction, user.id, [id])) !== null) {
      requireAsset(await readVisibleAsset(transaction, { id, userId: user.id }))
      throw new ProblemError('forbidden', 'Only the owner of the asset may change it.')
    }
    await writeChange(transaction, Prisma.sql`SELECT ${id}::uuid`, body, config)
    if (isReadAgain(body)) await enqueueJobs(transaction, 'refresh-metadata', [id])
    return readVisibleAsset(transaction, { id, userId: user.id })
  })
  void announceEvents(database)
  if (isReadAgain(body)) void announceJobs(database)
  return { status: 200, body: jsonText(requireAsset(asset)) }
}

/** A change of assets. `timeZone` is the name of a zone with the offset of the date. */
type Change = UpdateAsset & Pick<UpdateAssets, 'dateTimeRelative'> & { timeZone?: string | null }

/** Whether the files have to be read again after a change: for the names of a new place, or for what was taken back. */
export function isReadAgain({ latitude, dateTimeOriginal }: Change): boolean {
  return latitude !== undefined || dateTimeOriginal === null
}

/**
 * Writes a change of the assets that a query selects by `id`; call it in a transaction. The date and the place are marked as a
 * person's, so that reading the file again leaves them. With `writeSidecars`, the side-cars get what has changed.
 */
export async function writeChange(
  transaction: Connection,
  chosen: Prisma.Sql,
  change: Change,
  { writeSidecars }: { writeSidecars: boolean },
): Promise<void> {
  const { isFavorite = null, isArchived = null, description = null, latitude = null, longitude = null } = change
  const { dateTimeRelative: minutes = 0 } = change
  const taken = change.dateTimeOriginal ? toCapture(change.dateTimeOriginal) : null
  const timeZone = (taken && change.timeZone) ?? taken?.timeZone ?? null
  if (description !== null || taken !== null || latitude !== null) {
    await ask(
      transaction,
      Prisma.sql`
        INSERT INTO exif (asset_id, description, date_time_original, time_zone, is_date_own, latitude, longitude, is_place_own)
        SELECT id, ${description}, ${taken?.at ?? null}::timestamptz, ${timeZone}, ${taken !== null}::boolean,
          ${latitude}::float8, ${longitude}::float8, ${latitude !== null}::boolean
        FROM (${chosen}) AS requested (id)
        ON CONFLICT (asset_id) DO UPDATE SET
          description = coalesce(excluded.description, exif.description),
          date_time_original = CASE WHEN excluded.is_date_own THEN excluded.date_time_original ELSE exif.date_time_original END,
          time_zone = CASE WHEN excluded.is_date_own THEN excluded.time_zone ELSE exif.time_zone END,
          is_date_own = exif.is_date_own OR excluded.is_date_own,
          latitude = CASE WHEN excluded.is_place_own THEN excluded.latitude ELSE exif.latitude END,
          longitude = CASE WHEN excluded.is_place_own THEN excluded.longitude ELSE exif.longitude END,
          city = CASE WHEN excluded.is_place_own THEN NULL ELSE exif.city END,
          state = CASE WHEN excluded.is_place_own THEN NULL ELSE exif.state END,
          country = CASE WHEN excluded.is_place_own THEN NULL ELSE exif.country END,
          is_place_own = exif.is_place_own OR excluded.is_place_own`,
    )
    if (writeSidecars) await noteSidecarChanges(transaction, chosen)
  }
  if (minutes !== 0) {
    await moveDates(transaction, chosen, minutes)
    if (writeSidecars) await noteSidecarChanges(transaction, chosen)
  }
  for (const fact of ['date', 'place'] as const) {
    if ((fact === 'date' ? change.dateTimeOriginal : change.latitude) !== null) continue
    await takeBack(transaction, chosen, fact)
    if (writeSidecars) await noteSidecarChanges(transaction, chosen, fact)
  }
  await ask(
    transaction,
    Prisma.sql`
      UPDATE asset SET
        is_favorite = coalesce(${isFavorite}::boolean, is_favorite), is_archived = coalesce(${isArchived}::boolean, is_archived),
        file_created_at = coalesce(${taken?.at ?? null}::timestamptz, file_created_at + make_interval(mins => ${minutes}::int)),
        local_date_time = coalesce(${taken?.local ?? null}::timestamptz, local_date_time + make_interval(mins => ${minutes}::int)),
        updated_at = now()
      WHERE id = ANY (ARRAY (${chosen}))`,
  )
}

/** Returns the moment, the local time there as if it were UTC, and the zone as files name it, such as `UTC+2`. */
function toCapture(text: string): { at: Date; local: Date; timeZone: string } {
  const at = new Date(text)
  const [, sign, hours = '0', minutes = '0'] = /T.*([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const local = new Date(at.getTime() + offset * 60_000)
  if (offset === 0) return { at, local, timeZone: 'UTC' }
  return { at, local, timeZone: `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}` }
}
