import type { Handler } from '../answers/handler.js'
import { idResults, type Outcome } from '../answers/id-results.js'
import { ask, askOne, uuids } from '../database/ask.js'
import { inTransaction, limitStatements } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requirePerson } from './access.js'
import { isOwnPerson, type OwnedPerson } from './person.js'
import { removePicture } from './remove-picture.js'
import type { Changing } from './update-person.js'

export const mergePerson: Handler<'mergePerson'> = async (
  { params: { id }, body: { ids }, caller: { user }, takeTurn, endTurn },
  context,
) => {
  // Each part has a turn of its own, so that a person of very many photos delays nobody.
  endTurn()
  const merged = requirePerson(await mergeOwnPeople(context, { id, ownerId: user.id }, ids, takeTurn))
  const outcomes = ids.map((other, position): Outcome => {
    if (other === id || ids.indexOf(other) < position) return 'duplicate'
    return merged.has(other) ? 'success' : 'not_found'
  })
  return { status: 201, body: await idResults('id', ids, outcomes) }
}

/** The number of faces that one transaction gives to a person, well within its time limit. */
const PART = 100_000

/**
 * Gives the faces and the names in files of other people to a person of a user, and deletes the others with their pictures. Returns the
 * ids of those; null without such a person. When it is interrupted, some of the faces are the person's, and the others are still there.
 */
export async function mergeOwnPeople(
  context: Changing,
  person: OwnedPerson,
  ids: string[],
  takeTurn = async () => () => {},
): Promise<Set<string> | null> {
  for (;;) {
    const endTurn = await takeTurn()
    const { isDone, merged } = await mergePart(context, person, ids).finally(endTurn)
    void announceEvents(context.database)
    if (isDone) return merged
  }
}

interface MergedRow {
  id: string
  picture: string
}

function mergePart(
  { database, ...store }: Changing,
  person: OwnedPerson,
  ids: string[],
): Promise<{ isDone: boolean; merged: Set<string> | null }> {
  return inTransaction(database, async (transaction) => {
    await limitStatements(transaction, '30s')
    // The order is the same for all, so that two merges of the same people do not deadlock.
    const people = await ask<MergedRow>(
      transaction,
      Prisma.sql`
        SELECT id, thumbnail_path AS picture FROM person
        WHERE owner_id = ${person.ownerId}::uuid AND id = ANY (${uuids([...new Set([person.id, ...ids])])}::uuid[])
        ORDER BY id FOR UPDATE`,
    )
    if (!people.some(({ id }) => id === person.id)) return { isDone: true, merged: null }
    const others = people.filter(({ id }) => id !== person.id)
    const merged = new Set(others.map(({ id }) => id))
    if (others.length === 0) return { isDone: true, merged }
    const otherIds = Prisma.sql`${uuids([...merged])}::uuid[]`
    const { moved } = await askOne<{ moved: number }>(
      transaction,
      Prisma.sql`
        WITH moved AS (
          UPDATE asset_face SET person_id = ${person.id}::uuid
          WHERE id = ANY (ARRAY (SELECT id FROM asset_face WHERE person_id = ANY (${otherIds}) LIMIT ${PART}::int)) RETURNING 1
        )
        SELECT count(*)::int AS moved FROM moved`,
    )
    if (moved === PART) return { isDone: false, merged }
    for (const { picture } of others) await removePicture(store, picture)
    await ask(
      transaction,
      Prisma.sql`UPDATE asset_face SET file_person_id = ${person.id}::uuid WHERE file_person_id = ANY (${otherIds})`,
    )
    await ask(
      transaction,
      Prisma.sql`UPDATE person_name SET person_id = ${person.id}::uuid WHERE person_id = ANY (${otherIds})`,
    )
    await ask(
      transaction,
      Prisma.sql`
        UPDATE person SET updated_at = clock_timestamp(),
          name = CASE WHEN name <> '' THEN name ELSE coalesce((
            SELECT name FROM person WHERE id = ANY (${otherIds}) AND name <> '' ORDER BY created_at, id LIMIT 1), '') END,
          birth_date = coalesce(birth_date, (SELECT min(birth_date) FROM person WHERE id = ANY (${otherIds})))
        WHERE ${isOwnPerson(person)}`,
    )
    await ask(transaction, Prisma.sql`DELETE FROM person WHERE id = ANY (${otherIds})`)
    return { isDone: true, merged }
  })
}
