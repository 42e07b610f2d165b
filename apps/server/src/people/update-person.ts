import type { UpdatePerson } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { idResults, type Outcome } from '../answers/id-results.js'
import { isVisible } from '../assets/asset.js'
import type { ServerContext } from '../context.js'
import { ask } from '../database/ask.js'
import { inTransaction, limitStatements } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { announceJobs, enqueueJobs } from '../jobs/queue/enqueue-jobs.js'
import { requireCover, requirePerson } from './access.js'
import { findPerson, isOwnPerson, type OwnedPerson } from './person.js'
import { type PictureStore, removePicture } from './remove-picture.js'

export const updatePerson: Handler<'updatePerson'> = async (
  { params: { id }, body: change, caller: { user } },
  context,
) => {
  const person = { id, ownerId: user.id }
  const { isCoverUsable } = requirePerson(await changeOwnPerson(context, person, change))
  requireCover(change.featureFaceAssetId, isCoverUsable)
  announce(context)
  return { status: 200, body: requirePerson(await findPerson(context.database, person)) }
}

export const updatePeople: Handler<'updatePeople'> = async (
  { body: { people }, caller: { user }, takeTurn, endTurn },
  context,
) => {
  const outcomes: Outcome[] = []
  // Each change has a turn of its own, so that many of them delay nobody.
  endTurn()
  for (const { id, ...change } of people) {
    const endTurn = await takeTurn()
    const changed = await changeOwnPerson(context, { id, ownerId: user.id }, change).finally(endTurn)
    outcomes.push(changed?.isCoverUsable ? 'success' : 'not_found')
  }
  announce(context)
  const ids = people.map(({ id }) => id)
  return { status: 200, body: await idResults('id', ids, outcomes) }
}

/** What a change of people reaches. */
export interface Changing extends PictureStore, Pick<ServerContext, 'database'> {}

function announce({ database }: Pick<Changing, 'database'>) {
  void announceEvents(database)
  void announceJobs(database)
}

/**
 * Changes a person of a user, unless the new cover is no visible asset that shows the person. Returns null without such a person. A new
 * cover is drawn by a job; the picture before it is removed first, so that none is left behind.
 */
export function changeOwnPerson(
  { database, ...store }: Changing,
  person: OwnedPerson,
  { birthDate, ...change }: UpdatePerson,
): Promise<{ isCoverUsable: boolean } | null> {
  const [name, isHidden, wanted] = [change.name ?? null, change.isHidden ?? null, change.featureFaceAssetId ?? null]
  return inTransaction(database, async (transaction) => {
    await limitStatements(transaction, '30s')
    const [row] = await ask<{ picture: string; isCoverUsable: boolean; isCover: boolean }>(
      transaction,
      Prisma.sql`
        SELECT thumbnail_path AS picture, cover_asset_id IS NOT DISTINCT FROM ${wanted}::uuid AS "isCover",
          ${wanted}::uuid IS NULL OR EXISTS (
            SELECT FROM asset_face JOIN asset ON asset.id = asset_id
            WHERE person_id = person.id AND asset.id = ${wanted}::uuid AND asset.owner_id = person.owner_id
              AND asset.type IN ('IMAGE', 'VIDEO') AND ${isVisible}
          ) AS "isCoverUsable"
        FROM person WHERE ${isOwnPerson(person)} FOR NO KEY UPDATE`,
    )
    if (!row?.isCoverUsable) return row ?? null
    const cover = row.isCover ? null : wanted
    if (cover !== null) await removePicture(store, row.picture)
    await ask(
      transaction,
      Prisma.sql`
        UPDATE person SET
          name = coalesce(${name}, name),
          birth_date = ${birthDate === undefined ? Prisma.sql`birth_date` : Prisma.sql`${birthDate}::date`},
          is_hidden = coalesce(${isHidden}::boolean, is_hidden),
          cover_asset_id = coalesce(${cover}::uuid, cover_asset_id),
          thumbnail_path = CASE WHEN ${cover}::uuid IS NULL THEN thumbnail_path ELSE '' END,
          updated_at = clock_timestamp()
        WHERE ${isOwnPerson(person)}`,
    )
    if (cover !== null) await enqueueJobs(transaction, 'regenerate-thumbnail', [cover])
    return row
  })
}
