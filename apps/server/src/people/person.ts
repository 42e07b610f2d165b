import type { OwnPerson } from '@media-library/contract'
import { isVisible } from '../assets/asset.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** A person by the id, and whose it is. */
export interface OwnedPerson {
  id: string
  ownerId: string
}

/** The columns of "person" under the names of an OwnPerson, its count apart. */
export const personColumns = Prisma.sql`
  person.id, person.name, to_char(birth_date, 'YYYY-MM-DD') AS "birthDate", is_hidden AS "isHidden", thumbnail_path AS "thumbnailPath"`

/** Selects the ids and times of the visible assets that show a row of `person`. */
export const selectShown = Prisma.sql`
  SELECT DISTINCT asset.id AS asset_id, asset.file_created_at FROM asset_face JOIN asset ON asset.id = asset_face.asset_id
  WHERE asset_face.person_id = person.id AND asset.owner_id = person.owner_id AND ${isVisible}`

/** The condition that a row of `person` is this one, of this owner. */
export function isOwnPerson({ id, ownerId }: OwnedPerson): Prisma.Sql {
  return Prisma.sql`person.id = ${id}::uuid AND person.owner_id = ${ownerId}::uuid`
}

/** Finds a person of a user, or null. */
export async function findPerson(queryable: Queryable, person: OwnedPerson): Promise<OwnPerson | null> {
  const [found] = await ask<OwnPerson>(
    queryable,
    Prisma.sql`
      SELECT ${personColumns}, (SELECT count(*) FROM (${selectShown}) AS shown)::int AS count
      FROM person WHERE ${isOwnPerson(person)}`,
  )
  return found ?? null
}
