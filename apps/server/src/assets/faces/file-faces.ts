import { v7 as uuidv7 } from 'uuid'
import { ask, type Queryable, toColumns } from '../../database/ask.js'
import { type AssetFace, Prisma } from '../../generated/prisma/client.js'
import { findOrCreatePeople, toPersonKey } from './named-people.js'

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
    // Whom somebody said a face shows, the file does not know.
    const stored = faces.map((face) => (face.isPersonOwn ? { ...face, personId: face.filePersonId } : face))
    const storedBoxes = new Set(stored.map(toBox))
    const wantedBoxes = new Set(wanted.map(toBox))
    return {
      assetId,
      added: wanted.filter((face) => !storedBoxes.has(toBox(face))).map((face) => ({ ...face, assetId })),
      removed: stored.filter((face) => !wantedBoxes.has(toBox(face))).map(({ id }) => id),
    }
  })
  const added = changes.flatMap((change) => change.added)
  const removed = changes.flatMap((change) => change.removed)
  if (added.length > 0) await addFaces(database, added)
  if (removed.length > 0) await ask(database, Prisma.sql`DELETE FROM asset_face WHERE id = ANY (${removed}::uuid[])`)
  return changes.flatMap((change) => (change.added.length + change.removed.length > 0 ? change.assetId : []))
}

function addFaces(database: Queryable, faces: (FaceBox & Pick<AssetFace, 'assetId' | 'personId'>)[]) {
  const own = { isPersonOwn: false, filePersonId: null }
  const rows = faces.map((face) => toColumns({ ...face, ...own, id: uuidv7(), fromFile: true }))
  return ask(
    database,
    Prisma.sql`
      INSERT INTO asset_face SELECT * FROM jsonb_populate_recordset(NULL::asset_face, ${JSON.stringify(rows)}::jsonb)`,
  )
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
