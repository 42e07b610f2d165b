import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, readCursor } from '../answers/pages.js'
import { jsonList } from '../answers/sent-body.js'
import { readAssetList, selectListVersion } from '../assets/asset-list.js'
import { sortedBy } from '../assets/asset-pieces.js'
import { ask, type Queryable } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requirePerson } from './access.js'
import { isOwnPerson, type OwnedPerson } from './person.js'

export const getPersonAssets: Handler<'getPersonAssets'> = async (
  { params: { id }, query: { limit = null, cursor }, headers, caller, endTurn, req, res },
  { database },
) => {
  const after = readCursor(cursor)
  const person = { id, ownerId: caller.user.id }
  if (headers['if-none-match'] !== undefined) {
    const version = requirePerson(await findPersonVersion(database, person))
    if (announceVersion(version, headers['if-none-match'], res)) return { status: 304, body: undefined }
  }

  const list = await readAssetList(database, { ...toListing(person), endTurn }, { after, limit })
  announceVersion(requirePerson(list.version || null), undefined, res)
  if (list.last) res.set('Link', nextLink(req.path, { limit }, list.last))
  return { status: 200, body: jsonList(list.assets) }
}

/** Returns the version of the list of a person of a user; null without such a person. */
export async function findPersonVersion(queryable: Queryable, person: OwnedPerson): Promise<string | null> {
  const [row] = await ask<{ version: string }>(queryable, selectVersion(person))
  return row?.version ?? null
}

/**
 * The version of all assets of the owner, which moves with every byte of them; it does not move when a hidden person is merged, which
 * changes the row.
 */
function selectVersion(person: OwnedPerson) {
  return Prisma.sql`
    SELECT ${selectListVersion(Prisma.raw('person.owner_id'))} || '-' || to_hex(hashtextextended(person::text, 0)) AS version
    FROM person WHERE ${isOwnPerson(person)}`
}

/** Describes the list of a person. The list of another user's person is empty. */
function toListing(person: OwnedPerson) {
  // Sorted, as the index is, the faces of an asset stand side by side.
  const select = Prisma.sql`
    SELECT DISTINCT asset_id, file_created_at FROM asset_face
    WHERE person_id = ${person.id}::uuid AND EXISTS (SELECT FROM person WHERE ${isOwnPerson(person)})
    ${sortedBy.desc}`
  const version = Prisma.sql`coalesce((${selectVersion(person)}), '')`
  return { select, version, order: 'desc', readerId: person.ownerId, isOwn: true } as const
}
