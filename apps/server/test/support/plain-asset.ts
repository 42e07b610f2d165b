import type { Asset, ExifInfo, Face, Person, Tag } from '@media-library/contract'
import type { Database } from '../../src/database.js'
import type {
  Exif as ExifRow,
  AssetFace as FaceRow,
  Person as PersonRow,
  Prisma,
} from '../../src/generated/prisma/client.js'

const shown = { isVisible: true, deletedAt: null } satisfies Prisma.AssetWhereInput

const parts = {
  exif: true,
  smartInfo: true,
  tags: { select: { tag: true } },
  faces: { where: { person: { isHidden: false } }, include: { person: true } },
  stack: { select: { primaryAsset: { select: { id: true, deletedAt: true } } } },
} satisfies Prisma.AssetInclude

const newestFirst = [{ fileCreatedAt: 'desc' }, { id: 'desc' }] satisfies Prisma.AssetOrderByWithRelationInput[]

const whole = {
  ...parts,
  primaryOf: { select: { assets: { where: shown, include: parts, orderBy: newestFirst } } },
} satisfies Prisma.AssetInclude

type AssetPartRow = Prisma.AssetGetPayload<{ include: typeof parts }>

type AssetRow = Prisma.AssetGetPayload<{ include: typeof whole }>

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const byNameThenId = (a: { name: string; id: string }, b: { name: string; id: string }) =>
  compare(a.name, b.name) || compare(a.id, b.id)

/** What is left of an object without its null values. */
type Known<T> = { [K in keyof T]?: NonNullable<T[K]> }

const known = <T extends object>(values: T): Known<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as Known<T>

const toExifInfo = (row: ExifRow): ExifInfo =>
  known({
    city: row.city,
    country: row.country,
    dateTimeOriginal: row.dateTimeOriginal?.toISOString(),
    description: row.description,
    exifImageHeight: row.exifImageHeight,
    exifImageWidth: row.exifImageWidth,
    exposureTime: row.exposureTime,
    fNumber: row.fNumber,
    fileSizeInByte: row.fileSizeInByte === null ? null : Number(row.fileSizeInByte),
    focalLength: row.focalLength,
    iso: row.iso,
    latitude: row.latitude,
    lensModel: row.lensModel,
    longitude: row.longitude,
    make: row.make,
    model: row.model,
    modifyDate: row.modifyDate?.toISOString(),
    orientation: row.orientation,
    projectionType: row.projectionType,
    state: row.state,
    timeZone: row.timeZone,
  })

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

const toPeople = (faces: (FaceRow & { person: PersonRow | null })[]): Person[] => {
  const seen = new Map<string, { person: PersonRow; faces: FaceRow[] }>()
  for (const { person, ...face } of faces) {
    if (!person || person.isHidden) continue
    const known = seen.get(person.id)
    if (known) known.faces.push(face)
    else seen.set(person.id, { person, faces: [face] })
  }
  return [...seen.values()].map(({ person, faces }) => toPerson(person, faces)).sort(byNameThenId)
}

const toTags = (rows: Tag[]): Tag[] =>
  rows.map(({ id, name, type, userId }) => ({ id, name, type, userId })).sort(byNameThenId)

const NO_DURATION = '0:00:00.00000'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const stackParentOf = ({ id, stack }: AssetPartRow): string | null => {
  const primary = stack?.primaryAsset
  return primary && primary.id !== id && primary.deletedAt === null ? primary.id : null
}

const toStackMember = (row: AssetPartRow): Asset => ({
  checksum: base64(row.checksum),
  deviceAssetId: row.deviceAssetId,
  deviceId: row.deviceId,
  duration: row.duration ?? NO_DURATION,
  ...(row.exif && { exifInfo: toExifInfo(row.exif) }),
  fileCreatedAt: row.fileCreatedAt.toISOString(),
  fileModifiedAt: row.fileModifiedAt.toISOString(),
  hasMetadata: row.exif !== null,
  id: row.id,
  isArchived: row.isArchived,
  isExternal: row.isExternal,
  isFavorite: row.isFavorite,
  isOffline: row.isOffline,
  isReadOnly: row.isReadOnly,
  isTrashed: row.deletedAt !== null,
  libraryId: row.libraryId,
  livePhotoVideoId: row.livePhotoVideoId,
  localDateTime: row.localDateTime.toISOString(),
  originalFileName: row.originalFileName,
  originalPath: row.originalPath,
  ownerId: row.ownerId,
  people: toPeople(row.faces),
  resized: row.resized,
  ...(row.smartInfo && { smartInfo: { objects: row.smartInfo.objects, tags: row.smartInfo.tags } }),
  stackCount: 0,
  stackParentId: stackParentOf(row),
  tags: toTags(row.tags.map(({ tag }) => tag)),
  thumbhash: row.thumbhash && base64(row.thumbhash),
  type: row.type,
  updatedAt: row.updatedAt.toISOString(),
})

const toAsset = (row: AssetRow): Asset => {
  const asset = toStackMember(row)
  if (!row.primaryOf) return asset
  const stack = row.primaryOf.assets.filter(({ id }) => id !== row.id).map(toStackMember)
  return { ...asset, stack, stackCount: stack.length }
}

/** What the API promises of an asset, read and mapped the straightforward way; null when it is not shown. */
export const readAsset = async (database: Database, id: string): Promise<Asset | null> => {
  const row = await database.asset.findUnique({ where: { id, ...shown }, include: whole })
  return row && toAsset(row)
}
