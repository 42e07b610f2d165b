import type { Asset } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonList } from '../answers/sent-body.js'
import { ask } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { isVisible, selectTrashedIds } from './asset.js'
import { readChosen, readChosenList } from './read-chosen.js'

/** The first year whose photos are remembered. */
const FIRST_YEAR = 1826

export const getMemoryLane: Handler<'getMemoryLane'> = async (
  { query: { day, month }, caller: { user }, endTurn },
  { database },
) => {
  if (!user.memoriesEnabled) return { status: 200, body: [] }
  const now = new Date().getUTCFullYear()
  const days = Array.from(
    { length: now - FIRST_YEAR },
    (_, index) => new Date(Date.UTC(now - 1 - index, month - 1, day)),
  )
  // Not every year has a 29 February.
  const existing = days.filter((each) => each.getUTCMonth() === month - 1)
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT taken.id FROM unnest(${existing}::timestamptz[]) AS day (start), LATERAL (
        SELECT id FROM asset
        WHERE owner_id = ${user.id}::uuid AND local_date_time >= day.start AND local_date_time < day.start + interval '1 day'
          AND ${isVisible} AND NOT is_archived
        ORDER BY local_date_time DESC, id DESC LIMIT 200
      ) AS taken LIMIT 1000`,
  )
  const ids = rows.map(({ id }) => id)
  const assets = await readChosen(database, ids, { readerId: user.id, endTurn })
  const byYear = new Map<number, Asset[]>()
  for (const asset of assets) {
    const yearsAgo = now - new Date(asset.localDateTime).getUTCFullYear()
    byYear.set(yearsAgo, [...(byYear.get(yearsAgo) ?? []), asset])
  }
  const years = [...byYear].sort(([one], [other]) => one - other)
  return { status: 200, body: years.map(([yearsAgo, found]) => toMemory(yearsAgo, found)) }
}

/** The title is that of Immich. */
function toMemory(yearsAgo: number, assets: Asset[]) {
  return { yearsAgo, title: `${yearsAgo} year${yearsAgo === 1 ? '' : 's'} since...`, assets }
}

export const getRandom: Handler<'getRandom'> = async (
  { query: { count = 1 }, caller: { user }, endTurn },
  { database },
) => {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
      SELECT asset_id AS id FROM asset_search
      WHERE owner_id = ${user.id}::uuid AND asset_id NOT IN (${selectTrashedIds(user.id)})
      ORDER BY random() LIMIT ${count}::int`,
  )
  const ids = rows.map(({ id }) => id)
  return { status: 200, body: jsonList(await readChosenList(database, ids, { readerId: user.id, endTurn })) }
}
