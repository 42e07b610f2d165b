import type { OwnPerson } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { rememberByVersion } from '../answers/remembered.js'
import { type Json, type JsonList, joinItems, jsonList, jsonObject, jsonValue } from '../answers/sent-body.js'
import { isVisible } from '../assets/asset.js'
import { constant } from '../assets/asset-pieces.js'
import { findOwnVersion } from '../assets/get-all-assets.js'
import { ask, type Database } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { foldText, foldWords, hasBeginnings } from '../search/fold-words.js'
import { personColumns } from './person.js'

export const getAllPeople: Handler<'getAllPeople'> = async (
  { query: { withHidden = false }, caller: { user } },
  { database },
) => {
  const { people, total, hidden } = await readPeople(database, user.id)
  const listed = withHidden ? people : people.filter(({ isHidden }) => !isHidden)
  return { status: 200, body: jsonObject({ total, hidden, visible: total - hidden }, 'people', toList(listed), {}) }
}

export const searchPerson: Handler<'searchPerson'> = async (
  { query: { name, withHidden = false }, caller: { user } },
  { database },
) => {
  const wanted = foldWords(name)
  const { people } = await readPeople(database, user.id)
  const found = people.filter(({ isHidden, folded }) => (withHidden || !isHidden) && hasBeginnings(folded, wanted))
  return { status: 200, body: jsonList(wanted.length === 0 ? [] : toList(found)) }
}

/** A person as the lists need it: to convert thousands for each request would keep the thread that answers all of them. */
interface ListedPerson {
  isHidden: boolean
  /** The name, folded. */
  folded: string
  text: Json<OwnPerson>
}

function toList(people: ListedPerson[]): JsonList<OwnPerson> {
  return joinItems(people.map(({ text }) => text))
}

interface People {
  people: ListedPerson[]
  total: number
  hidden: number
}

/** A library has some hundreds. */
const MOST_LISTED = 10_000

/** Those of 10 users are remembered. */
const remember = rememberByVersion<People>(10)

/** Reads the people of a user by name, once for each version of their assets, because those of a million assets take a second. */
async function readPeople(database: Database, ownerId: string): Promise<People> {
  const version = await findPeopleVersion(database, ownerId)
  return remember(ownerId, version, async () => {
    const rows = await listPeople(database, ownerId)
    const [{ total, hidden } = { total: 0, hidden: 0 }] = rows
    const people = rows.map(({ total: _, hidden: __, ...person }) => ({
      isHidden: person.isHidden,
      folded: foldText(person.name),
      text: jsonValue(person),
    }))
    return { people, total, hidden }
  })
}

/**
 * The version of the list of a user's assets does not move with what happens to hidden people. Their times may be those of a clock that was
 * set back.
 */
async function findPeopleVersion(database: Database, ownerId: string): Promise<string> {
  const [row] = await ask<{ changes: string }>(
    database,
    Prisma.sql`
      SELECT to_hex(coalesce(bit_xor(hashtextextended(id || ' ' || xmin, 0)), 0)) AS changes
      FROM person WHERE owner_id = ${ownerId}::uuid`,
  )
  return `${await findOwnVersion(database, ownerId)} ${row?.changes}`
}

function listPeople(database: Database, ownerId: string) {
  return ask<OwnPerson & Pick<People, 'total' | 'hidden'>>(
    database,
    Prisma.sql`
      SELECT * FROM (
        SELECT ${personColumns}, shown.count, (count(*) OVER ())::int AS total,
          (count(*) FILTER (WHERE is_hidden) OVER ())::int AS hidden
        FROM person JOIN (
          SELECT person_id, count(DISTINCT asset_id)::int AS count
          FROM asset_face JOIN asset ON asset.id = asset_id
          WHERE person_id IS NOT NULL AND asset.owner_id = ${ownerId}::uuid AND ${isVisible}
          GROUP BY person_id
        ) AS shown ON person_id = person.id
        WHERE person.owner_id = ${ownerId}::uuid
        ORDER BY count DESC, name COLLATE "C", person.id LIMIT ${constant(MOST_LISTED)}
      ) AS most
      ORDER BY name COLLATE "C", id`,
  )
}
