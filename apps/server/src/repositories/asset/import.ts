import type { Queryable } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'
import { toColumn, toColumns } from '../columns.js'

/** A file as the library has it. */
export interface KnownFile {
  id: string
  originalPath: string
  /** Hexadecimal SHA-1. */
  checksum: string
  size: number
  fileModifiedAt: Date
}

/** What is written of a file; `exif` holds columns of that table by their names in the schema. */
export interface AssetFile {
  id: string
  type: string
  deviceAssetId: string
  originalPath: string
  originalFileName: string
  /** Hexadecimal SHA-1. */
  checksum: string
  fileCreatedAt: Date
  fileModifiedAt: Date
  localDateTime: Date
  duration: string | null
  exif: { description: string | null }
}

/** Where files lie. */
export interface Place {
  ownerId: string
  libraryId: string
}

/** Names the program that registered an asset, where apps name the phone that sent it. */
const deviceId = 'Library Import'

/** The library of a folder; made, under this id, when there is none. */
export async function findOrCreateLibrary(
  database: Queryable,
  library: { id: string; ownerId: string; name: string; importPath: string },
): Promise<{ id: string }> {
  const { ownerId, importPath } = library
  await database.library.createMany({ data: [library], skipDuplicates: true })
  return database.library.findUniqueOrThrow({
    where: { ownerId_importPath: { ownerId, importPath } },
    select: { id: true },
  })
}

/** The folders of all libraries, each once. */
export async function listImportPaths(database: Queryable): Promise<string[]> {
  const rows = await database.library.findMany({
    distinct: 'importPath',
    select: { importPath: true },
    orderBy: { importPath: 'asc' },
  })
  return rows.map(({ importPath }) => importPath)
}

/** The owner's assets at these paths, trashed ones too. */
export function listFilesAt(database: Queryable, ownerId: string, paths: string[]): Promise<KnownFile[]> {
  return listKnown(database, ownerId, Prisma.sql`original_path = ANY (${paths}::text[])`)
}

/** The owner's assets with these contents (hexadecimal SHA-1), trashed ones too. */
export function listFilesWith(database: Queryable, ownerId: string, checksums: string[]): Promise<KnownFile[]> {
  return listKnown(
    database,
    ownerId,
    Prisma.sql`checksum IN (SELECT decode(hex, 'hex') FROM unnest(${checksums}::text[]) AS hex)`,
  )
}

/** What the file says wins over what is stored; places are found again from the coordinates by a job. */
const fromFile = Object.keys(Prisma.ExifScalarFieldEnum)
  .map(toColumn)
  .filter((column) => !['asset_id', 'description', 'city', 'state', 'country'].includes(column))
  .map((column) => `${column} = excluded.${column}`)

/** Adds assets, but none at a path that the owner has already; returns the ids of those added. */
export async function addFiles(
  database: Queryable,
  { ownerId, libraryId }: Place,
  files: AssetFile[],
): Promise<string[]> {
  if (files.length === 0) return []
  const added = await database.$queryRaw<{ id: string }[]>`
    INSERT INTO asset (
      id, owner_id, library_id, device_id, is_external, is_read_only, device_asset_id, type, original_path,
      original_file_name, checksum, file_created_at, file_modified_at, local_date_time, duration
    )
    SELECT id, ${ownerId}::uuid, ${libraryId}::uuid, ${deviceId}, true, true, device_asset_id, type, original_path,
      original_file_name, checksum, file_created_at, file_modified_at, local_date_time, duration
    FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb)
    ON CONFLICT (owner_id, original_path) DO NOTHING
    RETURNING id`
  await writeExif(database, files)
  return added.map(({ id }) => id)
}

/** Writes what changed files hold now; where the content is another, the pictures are to be made again. */
export async function updateFiles(database: Queryable, files: AssetFile[]): Promise<void> {
  if (files.length === 0) return
  await database.$executeRaw`
    UPDATE asset SET
      type = given.type, checksum = given.checksum, file_created_at = given.file_created_at,
      file_modified_at = given.file_modified_at, local_date_time = given.local_date_time, duration = given.duration,
      resized = asset.resized AND asset.checksum = given.checksum,
      thumbhash = CASE WHEN asset.checksum = given.checksum THEN asset.thumbhash END,
      is_offline = false, updated_at = now()
    FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb) AS given
    WHERE asset.id = given.id`
  await writeExif(database, files)
}

/** Writes where assets lie now, their contents being the same. */
export async function moveFiles(database: Queryable, { libraryId }: Place, files: AssetFile[]): Promise<void> {
  if (files.length === 0) return
  await database.$executeRaw`
    UPDATE asset SET
      library_id = ${libraryId}::uuid, device_asset_id = given.device_asset_id, original_path = given.original_path,
      original_file_name = given.original_file_name, file_modified_at = given.file_modified_at,
      is_offline = false, updated_at = now()
    FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb) AS given
    WHERE asset.id = given.id`
}

/** Refreshes the planner's statistics, so that statements are not planned for the library as it was before. */
export async function refreshStatistics(database: Queryable): Promise<void> {
  await database.$executeRaw`ANALYZE asset, exif, asset_text, tag_asset, asset_job`
}

function listKnown(database: Queryable, ownerId: string, condition: Prisma.Sql): Promise<KnownFile[]> {
  return database.$queryRaw`
    SELECT asset.id, original_path AS "originalPath", encode(checksum, 'hex') AS checksum,
      file_size_in_byte::float AS size, file_modified_at AS "fileModifiedAt"
    FROM asset LEFT JOIN exif ON asset_id = asset.id
    WHERE owner_id = ${ownerId}::uuid AND ${condition}`
}

/** Files as one parameter; `jsonb_populate_recordset` makes rows of a table of it. */
function toRows(files: AssetFile[]): string {
  return JSON.stringify(files.map(({ exif, ...file }) => toColumns({ ...file, checksum: `\\x${file.checksum}` })))
}

function writeExif(database: Queryable, files: AssetFile[]) {
  return database.$executeRaw`
  INSERT INTO exif SELECT given.*
  FROM jsonb_populate_recordset(NULL::exif, ${toExifRows(files)}::jsonb) AS given
  JOIN asset ON asset.id = given.asset_id
  ON CONFLICT (asset_id) DO UPDATE SET
    description = CASE WHEN exif.description IS DISTINCT FROM exif.file_description THEN exif.description
                       ELSE excluded.description END,
    ${Prisma.raw(fromFile.join(', '))}`
}

function toExifRows(files: AssetFile[]): string {
  return JSON.stringify(
    files.map(({ id, exif }) => toColumns({ ...exif, assetId: id, fileDescription: exif.description })),
  )
}
