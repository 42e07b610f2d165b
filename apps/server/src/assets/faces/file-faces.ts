import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable, toColumns } from '../../database/ask.js'
import { type AssetFace, Prisma } from '../../generated/prisma/client.js'

type FaceBox = Pick<
  AssetFace,
  'boundingBoxX1' | 'boundingBoxY1' | 'boundingBoxX2' | 'boundingBoxY2' | 'imageWidth' | 'imageHeight'
>

/** A face that a file marks, with the name of the person if the file has one. */
export type MarkedFace = FaceBox & { name: string | null }

/** An asset with its stored faces, and the faces that its file now marks. */
export interface FacedFile {
  id: string
  ownerId: string
  faces: AssetFace[]
  marked: MarkedFace[]
}

/** What a user's files call a person. */
export type PersonName = { ownerId: string; name: string }

/** The ids of people by the keys of names. */
type People = Map<string, string>

/**
 * Replaces the faces of assets by those that their files now mark, without duplicates. Finds people by name, or creates them.
 * Returns the ids of the assets whose faces changed.
 */
export async function writeFileFaces(database: Queryable, files: FacedFile[]): Promise<string[]> {
  const people = await findOrCreatePeople(
    database,
    files.flatMap(({ ownerId, marked }) => marked.flatMap(({ name }) => (name === null ? [] : { ownerId, name }))),
  )
  const changes = files.map(({ id: assetId, ownerId, faces, marked }) => {
    const wanted = marked.map(({ name, ...box }) => {
      return { ...box, personId: (name && people.get(toPersonKey({ ownerId, name }))) ?? null }
    })
    const storedBoxes = new Set(faces.map(toBox))
    const wantedBoxes = new Set(wanted.map(toBox))
    return {
      assetId,
      added: wanted.filter((face) => !storedBoxes.has(toBox(face))).map((face) => ({ ...face, assetId })),
      removed: faces.filter((face) => !wantedBoxes.has(toBox(face))).map(({ id }) => id),
    }
  })
  const added = changes.flatMap((change) => change.added)
  const removed = changes.flatMap((change) => change.removed)
  if (added.length > 0) await addFaces(database, added)
  if (removed.length > 0) await ask(database, Prisma.sql`DELETE FROM asset_face WHERE id = ANY (${removed}::uuid[])`)
  return changes.flatMap((change) => (change.added.length + change.removed.length > 0 ? change.assetId : []))
}

/** Finds the people whom files and exports call by these names, or else those who have them, or creates them. */
export async function findOrCreatePeople(database: Queryable, names: PersonName[]): Promise<People> {
  if (names.length === 0) return new Map()
  const wanted = [...new Map(names.map((name) => [toPersonKey(name), name])).values()]
  const isKnown = (people: People) => (name: PersonName) => people.has(toPersonKey(name))
  const found = await listPeople(database, wanted)
  if (wanted.every(isKnown(found))) return found
  // People may share a name, so no constraint prevents two jobs from creating the same person twice.
  for (const ownerId of [...new Set(wanted.map((name) => name.ownerId))].sort()) {
    await ask(database, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`people of ${ownerId}`}, 0))::text`)
  }
  const known = await listPeople(database, wanted)
  await addPeople(
    database,
    wanted.filter((name) => !isKnown(known)(name)),
  )
  return listPeople(database, wanted)
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
        ) AS entry (id, owner_id, name)
      ), added AS (
        INSERT INTO person (id, owner_id, name) SELECT id, owner_id, name FROM named WHERE known_id IS NULL
      )
      INSERT INTO person_name (owner_id, name, person_id)
      SELECT owner_id, name, coalesce(known_id, id) FROM named ON CONFLICT DO NOTHING`,
  )
}

function addFaces(database: Queryable, faces: Omit<AssetFace, 'id' | 'fromFile'>[]) {
  const rows = faces.map((face) => toColumns({ ...face, id: uuidv7(), fromFile: true }))
  return ask(
    database,
    Prisma.sql`
      INSERT INTO asset_face SELECT * FROM jsonb_populate_recordset(NULL::asset_face, ${JSON.stringify(rows)}::jsonb)`,
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

function toBox(face: FaceBox & { personId: string | null }) {
  return [
    face.personId,
    face.boundingBoxX1,
    face.boundingBoxY1,
    face.boundingBoxX2,
    face.boundingBoxY2,
    face.imageWidth,
    face.imageHeight,
  ].join()
}
