import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '../database.js'
import type { Exif } from '../generated/prisma/client.js'
import { type MarkedFace, writeFileFaces } from './file-faces.js'
import { writeFileTags } from './file-tags.js'

/** All that a file tells of itself, and where it was made. */
export interface Metadata {
  exif: Omit<Exif, 'assetId' | 'fileDescription'>
  fileCreatedAt: Date
  localDateTime: Date
  duration: string | null
  keywords: string[]
  faces: MarkedFace[]
}

const differs = (stored: object, next: object): boolean =>
  Object.entries(next).some(([name, value]) => !isDeepStrictEqual(stored[name as keyof typeof stored], value))

/** What the file says, but for a description that a person wrote. */
const toExif = (exif: Metadata['exif'], stored: Exif | null): Omit<Exif, 'assetId'> => {
  const isOwn = stored !== null && stored.description !== null && stored.description !== stored.fileDescription
  return { ...exif, description: isOwn ? stored.description : exif.description, fileDescription: exif.description }
}

const writeExif = async (database: Queryable, assetId: string, stored: Exif | null, exif: Metadata['exif']) => {
  const next = toExif(exif, stored)
  if (stored && !differs(stored, next)) return false
  await database.exif.upsert({ where: { assetId }, create: { ...next, assetId }, update: next })
  return true
}

/** `isTurned`: the picture is to be shown another way up than before. */
export interface MetadataChange {
  isChanged: boolean
  isTurned: boolean
}

/**
 * Writes what a file tells; call it in a transaction. `updatedAt` moves only when something changed. Null when the asset
 * is gone.
 */
export const writeMetadata = async (
  database: Queryable,
  id: string,
  { exif, keywords, faces, ...times }: Metadata,
): Promise<MetadataChange | null> => {
  await database.$executeRaw`SELECT FROM asset WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  const asset = await database.asset.findUnique({
    where: { id },
    include: { exif: true, tags: true, faces: { where: { fromFile: true } } },
  })
  if (!asset) return null
  const changes = [
    differs(asset, times),
    await writeExif(database, id, asset.exif, exif),
    await writeFileTags(database, asset, keywords),
    await writeFileFaces(database, asset, faces),
  ]
  const isChanged = changes.includes(true)
  if (isChanged) await database.asset.update({ where: { id }, data: times })
  return { isChanged, isTurned: (asset.exif?.orientation ?? '1') !== (exif.orientation ?? '1') }
}
