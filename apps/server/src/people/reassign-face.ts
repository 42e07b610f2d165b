import type { Handler } from '../answers/handler.js'
import { isVisible } from '../assets/asset.js'
import { ask, type Database } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireFace, requirePerson, requireUsableFace } from './access.js'
import { findPerson } from './person.js'

export const reassignFacesById: Handler<'reassignFacesById'> = async (
  { params: { id }, body, caller: { user } },
  { database },
) => {
  const person = { id, ownerId: user.id }
  requirePerson(await findPerson(database, person))
  requireUsableFace(body.id, await assignFace(database, { faceId: body.id, ownerId: user.id, personId: id }))
  void announceEvents(database)
  return { status: 200, body: requirePerson(await findPerson(database, person)) }
}

export const unassignFace: Handler<'unassignFace'> = async ({ params: { id }, caller: { user } }, { database }) => {
  requireFace(await assignFace(database, { faceId: id, ownerId: user.id, personId: null }))
  void announceEvents(database)
  return { status: 204, body: undefined }
}

/**
 * Gives a face in a visible asset of a user to one of their people, or to nobody, and keeps whom the file names. Returns whether there is
 * such a face.
 */
function assignFace(
  database: Database,
  { faceId, ownerId, personId }: { faceId: string; ownerId: string; personId: string | null },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    // A job that reads the file of the asset waits until this is done.
    const [face] = await ask<{ formerId: string | null }>(
      transaction,
      Prisma.sql`
        SELECT person_id AS "formerId" FROM asset_face JOIN asset ON asset.id = asset_id
        WHERE asset_face.id = ${faceId}::uuid AND asset.owner_id = ${ownerId}::uuid AND ${isVisible}
        FOR NO KEY UPDATE OF asset`,
    )
    if (!face) return false
    await ask(
      transaction,
      Prisma.sql`
        UPDATE asset_face SET person_id = new.person_id,
          is_person_own = new.person_id IS DISTINCT FROM named.person_id,
          file_person_id = CASE WHEN new.person_id IS DISTINCT FROM named.person_id THEN named.person_id END
        FROM (
          SELECT CASE WHEN is_person_own THEN file_person_id ELSE person_id END AS person_id FROM asset_face WHERE id = ${faceId}::uuid
        ) AS named, (SELECT ${personId}::uuid AS person_id) AS new
        WHERE id = ${faceId}::uuid`,
    )
    // Their lists move, also those of hidden people.
    await ask(
      transaction,
      Prisma.sql`
        UPDATE person SET updated_at = clock_timestamp()
        WHERE id IN (${face.formerId}::uuid, ${personId}::uuid) AND owner_id = ${ownerId}::uuid`,
    )
    return true
  })
}
