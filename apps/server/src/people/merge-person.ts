import type { Handler } from '../answers/handler.js'
import { idResults, type Outcome } from '../answers/id-results.js'
import { ask, uuids } from '../database/ask.js'
import { inTransaction, limitStatements } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requirePerson } from './access.js'
import { isOwnPerson, type OwnedPerson } from './person.js'
import { removePicture } from './remove-picture.js'
import type { Changing } from './update-person.js'

export const mergePerson: Handler<'mergePerson'> = async (
  { params: { id }, body: { ids }, caller: { user } },
  context,
) => {
  const merged = requirePerson(await mergeOwnPeople(context, { id, ownerId: user.id }, ids))
  void announceEvents(context.database)
  const outcomes = ids.map((other, position): Outcome => {
    if (other === id || ids.indexOf(other) < position) return 'duplicate'
    return merged.has(other) ? 'success' : 'not_found'
  })
  return { status: 201, body: await idResults('id', ids, outcomes) }
}

interface MergedRow {
  id: string
  picture: string
}

/**
 * Gives the faces and the names in files of other people to a person of a user, and deletes the others with their pictures. Returns the
 * ids of those; null without such a person.
 */
export function mergeOwnPeople(
  { database, ...store }: Changing,
  person: OwnedPerson,
  ids: string[],
): Promise<Set<string> | null> {
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
    if (!people.some(({ id }) => id === person.id)) return null
    const others = people.filter(({ id }) => id !== person.id)
    if (others.length === 0) return new Set()
    const otherIds = Prisma.sql`${uuids(others.map(({ id }) => id))}::uuid[]`
    for (const { picture } of others) await removePicture(store, picture)
    await ask(
      transaction,
      Prisma.sql`UPDATE asset_face SET person_id = ${person.id}::uuid WHERE person_id = ANY (${otherIds})`,
    )
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
    return new Set(others.map(({ id }) => id))
  })
}
