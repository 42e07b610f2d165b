import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable } from '../../database/ask.js'
import { inTurns } from '../../database/in-turn.js'
import { Prisma } from '../../generated/prisma/client.js'

/** The number of people that a user may have. */
export const MOST_PEOPLE = 100_000

/** What a user's files call a person. */
export type PersonName = { ownerId: string; name: string }

/** The ids of people by the keys of names. */
type People = Map<string, string>

/**
 * Finds the people whom files and exports call by these names, or else those who have them, or creates them, as long as their owner may
 * have more. Call it in a transaction.
 */
export async function findOrCreatePeople(database: Queryable, names: PersonName[]): Promise<People> {
  if (names.length === 0) return new Map()
  const wanted = [...new Map(names.map((name) => [toPersonKey(name), name])).values()]
  const isKnown = (people: People) => (name: PersonName) => people.has(toPersonKey(name))
  const found = await listPeople(database, wanted)
  if (wanted.every(isKnown(found))) return found
  // People may share a name, so no constraint prevents two jobs from creating the same person twice.
  const userIds = wanted.map(({ ownerId }) => ownerId)
  return inTurns(database, { what: 'people', userIds }, async (turn) => {
    const known = await listPeople(turn, wanted)
    await addPeople(
      turn,
      wanted.filter((name) => !isKnown(known)(name)),
    )
    return listPeople(turn, wanted)
  })
}

/** Records what files call people: the first of those who have the name, or a new person. */
function addPeople(database: Queryable, names: PersonName[]) {
  return ask(
    database,
    Prisma.sql`
      WITH named AS MATERIALIZED (
        SELECT entry.*, (
          SELECT person.id FROM person WHERE person.owner_id = entry.owner_id AND person.name = entry.name
          ORDER BY created_at, person.id LIMIT 1
        ) AS known_id
        FROM unnest(
          ${names.map(() => uuidv7())}::uuid[], ${names.map(({ ownerId }) => ownerId)}::uuid[],
          ${names.map(({ name }) => name)}::text[]
        ) WITH ORDINALITY AS entry (id, owner_id, name, position)
      ), numbered AS (
        SELECT *, row_number() OVER (PARTITION BY owner_id ORDER BY position) AS number FROM named WHERE known_id IS NULL
      ), held AS MATERIALIZED (
        SELECT owner_id, count(*) AS people FROM person WHERE owner_id IN (SELECT owner_id FROM numbered) GROUP BY owner_id
      ), added AS (
        INSERT INTO person (id, owner_id, name)
        SELECT id, numbered.owner_id, name FROM numbered LEFT JOIN held USING (owner_id)
        WHERE number + coalesce(people, 0) <= ${MOST_PEOPLE}::int
        RETURNING id, owner_id, name
      )
      INSERT INTO person_name (owner_id, name, person_id)
      SELECT owner_id, name, known_id FROM named WHERE known_id IS NOT NULL
      UNION ALL SELECT owner_id, name, id FROM added
      ON CONFLICT DO NOTHING`,
  )
}

/** Returns the key of a person by a name. */
export function toPersonKey({ ownerId, name }: PersonName): string {
  return `${ownerId} ${name}`
}

async function listPeople(database: Queryable, names: PersonName[]): Promise<People> {
  const people = await ask<PersonName & { personId: string }>(
    database,
    Prisma.sql`
      SELECT person_id AS "personId", owner_id AS "ownerId", name FROM person_name
      WHERE (owner_id, name) IN (
        SELECT * FROM unnest(${names.map(({ ownerId }) => ownerId)}::uuid[], ${names.map(({ name }) => name)}::text[])
      )`,
  )
  return new Map(people.map((person) => [toPersonKey(person), person.personId]))
}
