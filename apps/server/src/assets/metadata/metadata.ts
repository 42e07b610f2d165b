import { isDeepStrictEqual } from 'node:util'
import { ask, type Queryable, toColumn, toColumns } from '../../database/ask.js'
import { findMessage } from '../../database/failure.js'
import { type Exif, Prisma } from '../../generated/prisma/client.js'
import { type MarkedFace, writeFileFaces } from '../faces/file-faces.js'
import type { EmbeddedVideo } from './embedded-video.js'
import { writeFileTags } from './file-tags.js'
import { lockMetadata, type StoredMetadata } from './stored-metadata.js'

/** The marks of the fields of `exif` that a person set. A file sets none of them. */
export const NO_MARKS = { isDateOwn: false, isPlaceOwn: false }

/**
 * The fields of `exif` that a person may set, each with the name of its mark. The value of a file does not replace a marked one.
 */
export const markColumns = {
  dateTimeOriginal: 'isDateOwn',
  timeZone: 'isDateOwn',
  latitude: 'isPlaceOwn',
  longitude: 'isPlaceOwn',
} as const satisfies { [Field in keyof Exif]?: keyof typeof NO_MARKS }

/** The metadata of an asset's file, with its place. */
export interface Metadata {
  assetId: string
  exif: Omit<Exif, 'assetId' | 'fileDescription' | keyof typeof NO_MARKS>
  fileCreatedAt: Date
  localDateTime: Date
  duration: string | null
  keywords: string[]
  hiddenKeywords: string[]
  faces: MarkedFace[]
  /** The video inside the file; null when there is none any more, and left out when nothing has changed. */
  video?: EmbeddedVideo | null
}

const exifColumns = Object.keys(Prisma.ExifScalarFieldEnum).map(toColumn)
const replaceExif = Prisma.raw(exifColumns.map((column) => `${column} = excluded.${column}`).join(', '))

/**
 * Writes the metadata of the files of assets; call it in a transaction. `updatedAt` moves for assets that changed. Deleted assets are
 * left out. Returns the ids of those whose picture now has another rotation, and of those that a person placed elsewhere meanwhile, so
 * that the place has no names yet.
 */
export async function writeMetadata(
  database: Queryable,
  metadata: Metadata[],
): Promise<{ turned: string[]; placed: string[] }> {
  const byId = new Map(metadata.map((each) => [each.assetId, each]))
  const stored = await lockMetadata(database, [...byId.keys()])
  const files = stored.map((asset) => ({ asset, kept: keepOwnTimes(asset, byId.get(asset.id) as Metadata) }))
  const exif = files.map(({ asset, kept }) => ({ stored: asset.exif, next: toExif(kept, asset.exif) }))
  const changedExif = exif.filter(({ stored, next }) => !stored || differs(stored, next)).map(({ next }) => next)
  await writeExif(database, changedExif)
  const changed = new Set([
    ...changedExif.map(({ assetId }) => assetId),
    ...(await writeFileTags(
      database,
      files.map(({ asset, kept: { keywords, hiddenKeywords } }) => ({ ...asset, keywords, hiddenKeywords })),
    )),
    ...(await writeFileFaces(
      database,
      files.map(({ asset, kept }) => ({ ...asset, marked: kept.faces })),
    )),
    ...files.filter(({ asset, kept }) => differs(asset, toTimes(kept))).map(({ asset }) => asset.id),
  ])
  await writeTimes(
    database,
    files.map(({ kept }) => kept).filter(({ assetId }) => changed.has(assetId)),
  )
  const turned = exif
    .filter(({ stored, next }) => wasRead(stored) && (stored.orientation ?? '1') !== (next.orientation ?? '1'))
    .map(({ next }) => next.assetId)
  const placed = exif
    .filter(({ next }) => next.isPlaceOwn && !isSamePlace(next, (byId.get(next.assetId) as Metadata).exif))
    .map(({ next }) => next.assetId)
  return { turned, placed }
}

/**
 * Returns whether the file was read before. The thumbnail of an upload is queued, or made, from the same content as its first reading.
 */
function wasRead(stored: Exif | null): stored is Exif {
  return stored !== null && stored.exifImageWidth !== null
}

/** Keeps the times that a person set, and those that the device reported for an uploaded file without a date in it. */
function keepOwnTimes({ isDated, exif, fileCreatedAt, localDateTime }: StoredMetadata, metadata: Metadata): Metadata {
  const isOwn = exif?.isDateOwn || (isDated && metadata.exif.dateTimeOriginal === null)
  return isOwn ? { ...metadata, fileCreatedAt, localDateTime } : metadata
}

/** Returns the EXIF of the file, but keeps the values that a person set. */
function toExif({ assetId, exif }: Metadata, stored: Exif | null): Exif {
  const next: Exif = { assetId, ...exif, fileDescription: exif.description, ...NO_MARKS }
  if (stored === null) return next
  if (stored.description !== null && stored.description !== stored.fileDescription) keep('description', stored, next)
  for (const mark of Object.keys(NO_MARKS) as (keyof typeof NO_MARKS)[]) keep(mark, stored, next)
  for (const field of Object.keys(markColumns) as (keyof typeof markColumns)[])
    if (stored[markColumns[field]]) keep(field, stored, next)
  return stored.isPlaceOwn ? { ...next, ...toPlace(stored, exif) } : next
}

function keep<Field extends keyof Exif>(field: Field, stored: Exif, next: Exif): void {
  next[field] = stored[field]
}

/** Returns the names of a place that a person set: those that were found for these coordinates, or else the stored ones. */
function toPlace(stored: Exif, read: Metadata['exif']) {
  const { city, state, country } = isSamePlace(stored, read) ? read : stored
  return { city, state, country }
}

type Position = Pick<Exif, 'latitude' | 'longitude'>

function isSamePlace(one: Position, other: Position) {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

function differs(stored: object, next: object): boolean {
  return Object.entries(next).some(([name, value]) => !isDeepStrictEqual(stored[name as keyof typeof stored], value))
}

async function writeExif(database: Queryable, rows: Exif[]): Promise<void> {
  if (rows.length === 0) return
  await ask(
    database,
    Prisma.sql`
      INSERT INTO exif SELECT * FROM jsonb_populate_recordset(NULL::exif, ${toRows(rows)}::jsonb)
      ON CONFLICT (asset_id) DO UPDATE SET ${replaceExif}`,
  )
}

/** Converts rows to one parameter for `jsonb_populate_recordset`. */
function toRows(rows: object[]): string {
  return JSON.stringify(rows.map(toColumns), (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

function toTimes({ fileCreatedAt, localDateTime, duration }: Metadata) {
  return { fileCreatedAt, localDateTime, duration }
}

async function writeTimes(database: Queryable, metadata: Metadata[]): Promise<void> {
  if (metadata.length === 0) return
  const rows = metadata.map((each) => ({ id: each.assetId, ...toTimes(each) }))
  await ask(
    database,
    Prisma.sql`
      UPDATE asset
      SET file_created_at = incoming.file_created_at, local_date_time = incoming.local_date_time, duration = incoming.duration,
          updated_at = now()
      FROM jsonb_populate_recordset(NULL::asset, ${toRows(rows)}::jsonb) AS incoming
      WHERE asset.id = incoming.id`,
  )
}

const names: Record<string, string> = { file_size_in_byte: 'size' }

/** The reason why the database refused the metadata of a file, in words for its owner. */
export interface MetadataFault {
  reason: string
  /** Whether the database would refuse it again. */
  isFinal: boolean
}

/** Describes why the database refused the metadata of a file; null when the error has another cause. */
export function describeMetadataFault(error: unknown, metadata: { exif: object }): MetadataFault | null {
  const said = findMessage(error)
  if (said === null) return null
  const value = findRefused(said, metadata) ?? findMisfit(said)
  const why = value ? `${value} is impossible; correct it in the file, or in a side-car` : said
  return { reason: `its metadata cannot be stored: ${why}`, isFinal: value !== null }
}

/** Finds the value that a constraint of a column refused. Constraints have names like `<table>_<column>_check`. */
function findRefused(said: string, { exif, ...metadata }: { exif: object }): string | null {
  const column = /"(?:exif|asset)_(\w+)_check"/.exec(said)?.[1]
  const entry = Object.entries({ ...exif, ...metadata }).find(([name]) => toColumn(name) === column)
  return column && entry ? `a ${names[column] ?? column.replaceAll('_', ' ')} of ${entry[1]}` : null
}

/** Finds the value, quoted by PostgreSQL, that does not fit its column type. */
function findMisfit(said: string): string | null {
  return /out of range|invalid input syntax/.test(said) ? (/"(.*)"/s.exec(said)?.[0] ?? null) : null
}
