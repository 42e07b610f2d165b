import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import { findOrCreatePeople, toPersonKey } from './named-people.js'

/**
 * Adds to assets the people whom somebody named without marking their faces, unless they were taken off; call it in a transaction that has
 * locked the assets. Reading the files again keeps them. Returns the number of names that are left out, because the owner may not have more people.
 */
export async function addUnmarkedFaces(
  database: Queryable,
  ownerId: string,
  shown: { assetId: string; name: string }[],
): Promise<number> {
  const people = await findOrCreatePeople(
    database,
    shown.map(({ name }) => ({ ownerId, name })),
  )
  const rows = shown.flatMap(({ assetId, name }) => {
    const personId = people.get(toPersonKey({ ownerId, name }))
    return personId === undefined ? [] : [{ assetId, personId }]
  })
  if (rows.length > 0) {
    await ask(
      database,
      Prisma.sql`
        INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2, image_height, image_width)
        SELECT entry.*, 0, 0, 0, 0, 0, 0 FROM unnest(
          ${rows.map(() => uuidv7())}::uuid[], ${rows.map(({ assetId }) => assetId)}::uuid[],
          ${rows.map(({ personId }) => personId)}::uuid[]
        ) AS entry (id, asset_id, person_id)
        WHERE NOT EXISTS (
          SELECT FROM asset_face WHERE asset_face.asset_id = entry.asset_id AND entry.person_id IN (asset_face.person_id, asset_face.file_person_id)
        )`,
    )
    const personIds = [...new Set(rows.map(({ personId }) => personId))]
    // The counts of hidden people move with them.
    await ask(
      database,
      Prisma.sql`UPDATE person SET updated_at = clock_timestamp() WHERE id = ANY (${personIds}::uuid[])`,
    )
  }
  const known = new Set(shown.map(({ name }) => name))
  return [...known].filter((name) => !people.has(toPersonKey({ ownerId, name }))).length
}
