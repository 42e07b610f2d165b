import type { Face, Person } from '@media-library/contract'
import type { AssetFace as FaceRow, Person as PersonRow } from '../generated/prisma/client.js'
import { byNameThenId } from './order.js'

const toFace = (row: FaceRow): Face => ({
  boundingBoxX1: row.boundingBoxX1,
  boundingBoxX2: row.boundingBoxX2,
  boundingBoxY1: row.boundingBoxY1,
  boundingBoxY2: row.boundingBoxY2,
  id: row.id,
  imageHeight: row.imageHeight,
  imageWidth: row.imageWidth,
})

const toPerson = (row: PersonRow, faces: FaceRow[]): Person => ({
  birthDate: row.birthDate?.toISOString().slice(0, 10) ?? null,
  faces: faces.map(toFace).sort((a, b) => a.boundingBoxX1 - b.boundingBoxX1 || (a.id < b.id ? -1 : 1)),
  id: row.id,
  isHidden: row.isHidden,
  name: row.name,
  thumbnailPath: row.thumbnailPath,
})

/** The people on an asset by name, then id, each with their faces from left to right; hidden people are left out. */
export const toPeople = (faces: (FaceRow & { person: PersonRow | null })[]): Person[] => {
  const seen = new Map<string, { person: PersonRow; faces: FaceRow[] }>()
  for (const { person, ...face } of faces) {
    if (!person || person.isHidden) continue
    const known = seen.get(person.id)
    if (known) known.faces.push(face)
    else seen.set(person.id, { person, faces: [face] })
  }
  return [...seen.values()].map(({ person, faces }) => toPerson(person, faces)).sort(byNameThenId)
}
