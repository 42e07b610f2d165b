import { markColumns, NO_MARKS } from '../assets/metadata/metadata.js'
import { ask, type Queryable, toColumn, toColumns } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** A file as stored in the library. */
export interface KnownFile {
  id: string
  originalPath: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  /** The size in bytes; null when unknown. */
  size: number | null
  fileModifiedAt: Date
  sidecarVersion: string | null
  isOffline: boolean
}

/** An asset whose XMP side-car is new, changed or gone, and its version now. */
export interface SidecarNote {
  id: string
  sidecarVersion: string | null
}

/** The stored facts of a file. `exif` has columns of that table by their names in the schema. */
export interface AssetFile {
  id: string
  type: string
  deviceAssetId: string
  deviceId: string
  /** Whether it is in a folder of the user's, and not in that of the uploaded files. */
  isExternal: boolean
  isFavorite: boolean
  isArchived: boolean
  /** The bytes of an uploaded file that count towards the quota; null for an imported one. */
  uploadedBytes: number | null
  originalPath: string
  originalFileName: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  fileCreatedAt: Date
  fileModifiedAt: Date
  sidecarVersion: string | null
  localDateTime: Date
  duration: string | null
  exif: { description: string | null }
}

/** The library of files. */
export interface ImportTarget {
  ownerId: string
  libraryId: string
}

/** Lists the owner's assets at these paths, including trashed ones. */
export function listFilesAt(database: Queryable, ownerId: string, paths: string[]): Promise<KnownFile[]> {
  return listKnown(database, ownerId, Prisma.sql`original_path = ANY (${paths}::text[])`)
}

/**
 * Lists the owner's assets with these contents (SHA-1 in hexadecimal), including trashed ones after the others, but no videos inside
 * photos, and no uploads whose files are about to be removed.
 */
export function listFilesWith(database: Queryable, ownerId: string, checksums: string[]): Promise<KnownFile[]> {
  return listKnown(
    database,
    ownerId,
    Prisma.sql`checksum = ANY (ARRAY (SELECT decode(hex, 'hex') FROM unnest(${checksums}::text[]) AS hex)) AND embedded_in_id IS NULL
      AND (removed_at IS NULL OR is_external)`,
  )
}

/** Returns whether an asset is neither in the trash nor deleted for good. */
export async function isKept(database: Queryable, id: string): Promise<boolean> {
  const found = await ask(database, Prisma.sql`SELECT id FROM asset WHERE id = ${id}::uuid AND deleted_at IS NULL`)
  return found.length > 0
}

const marks: Record<string, string> = markColumns

/** The fields that the file overwrites, unless a person has set them. A job finds the places again from the coordinates. */
const fromFile = Object.keys(Prisma.ExifScalarFieldEnum)
  .filter((field) => !['assetId', 'description', 'city', 'state', 'country', ...Object.keys(NO_MARKS)].includes(field))
  .map((field) => {
    const column = toColumn(field)
    const mark = marks[field]
    const value = `excluded.${column}`
    return `${column} = ${mark ? `CASE WHEN exif.${toColumn(mark)} THEN exif.${column} ELSE ${value} END` : value}`
  })

/**
 * Adds assets, except at paths that the owner already has. Returns the ids of the added ones. Their metadata is added by the same
 * statement, so that their JSON is written once, and one event tells of each.
 */
export async function addFiles(
  database: Queryable,
  { ownerId, libraryId }: ImportTarget,
  files: AssetFile[],
): Promise<string[]> {
  if (files.length === 0) return []
  const added = await ask<{ id: string }>(
    database,
    Prisma.sql`
      WITH added AS (
        INSERT INTO asset (
          id, owner_id, library_id, device_id, is_external, is_read_only, is_favorite, is_archived, uploaded_bytes,
          device_asset_id, type, original_path, original_file_name, checksum, file_created_at, file_modified_at,
          sidecar_version, local_date_time, duration
        )
        SELECT id, ${ownerId}::uuid, ${libraryId}::uuid, device_id, is_external, is_external, is_favorite, is_archived,
          uploaded_bytes, device_asset_id, type, original_path, original_file_name, checksum, file_created_at,
          file_modified_at, sidecar_version, local_date_time, duration
        FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb)
        ON CONFLICT (owner_id, original_path) DO NOTHING
        RETURNING id
      ), described AS (
        INSERT INTO exif
        SELECT incoming.* FROM jsonb_populate_recordset(NULL::exif, ${toExifRows(files)}::jsonb) AS incoming
        JOIN added ON added.id = incoming.asset_id
      )
      SELECT id FROM added`,
  )
  return added.map(({ id }) => id)
}

/** Updates assets from their changed files. New content requires new thumbnails. */
export async function updateFiles(database: Queryable, files: AssetFile[]): Promise<void> {
  if (files.length === 0) return
  await ask(
    database,
    Prisma.sql`
      UPDATE asset SET
        type = incoming.type, checksum = incoming.checksum,
        file_created_at = CASE WHEN own.is_date THEN asset.file_created_at ELSE incoming.file_created_at END,
        file_modified_at = incoming.file_modified_at, sidecar_version = incoming.sidecar_version,
        local_date_time = CASE WHEN own.is_date THEN asset.local_date_time ELSE incoming.local_date_time END,
        duration = incoming.duration,
        resized = asset.resized AND asset.checksum = incoming.checksum,
        thumbhash = CASE WHEN asset.checksum = incoming.checksum THEN asset.thumbhash END,
        is_offline = false, updated_at = now()
      FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb) AS incoming,
        LATERAL (SELECT coalesce((SELECT is_date_own FROM exif WHERE asset_id = incoming.id), false) AS is_date) AS own
      WHERE asset.id = incoming.id`,
  )
  await writeExif(database, files)
}

/** Updates the paths of moved files with the same content. */
export async function moveFiles(database: Queryable, { libraryId }: ImportTarget, files: AssetFile[]): Promise<void> {
  if (files.length === 0) return
  await ask(
    database,
    Prisma.sql`
      UPDATE asset SET
        library_id = ${libraryId}::uuid, device_id = incoming.device_id, device_asset_id = incoming.device_asset_id,
        is_external = incoming.is_external, is_read_only = incoming.is_external, uploaded_bytes = incoming.uploaded_bytes,
        original_path = incoming.original_path, original_file_name = incoming.original_file_name, file_modified_at = incoming.file_modified_at,
        sidecar_version = incoming.sidecar_version, is_offline = false, updated_at = now()
      FROM jsonb_populate_recordset(NULL::asset, ${toRows(files)}::jsonb) AS incoming
      WHERE asset.id = incoming.id`,
  )
}

/** Records the versions of side-cars. The jobs read their content. */
export async function noteSidecars(database: Queryable, changes: SidecarNote[]): Promise<void> {
  if (changes.length === 0) return
  await ask(
    database,
    Prisma.sql`
      UPDATE asset SET sidecar_version = incoming.sidecar_version
      FROM jsonb_populate_recordset(NULL::asset, ${JSON.stringify(changes.map(toColumns))}::jsonb) AS incoming
      WHERE asset.id = incoming.id`,
  )
}

function listKnown(database: Queryable, ownerId: string, condition: Prisma.Sql): Promise<KnownFile[]> {
  return ask<KnownFile>(
    database,
    Prisma.sql`
      SELECT asset.id, original_path AS "originalPath", encode(checksum, 'hex') AS checksum,
        file_size_in_byte::float AS size, file_modified_at AS "fileModifiedAt",
        sidecar_version AS "sidecarVersion", is_offline AS "isOffline"
      FROM asset LEFT JOIN exif ON asset_id = asset.id
      WHERE owner_id = ${ownerId}::uuid AND ${condition}
      ORDER BY deleted_at IS NOT NULL, asset.id`,
  )
}

/** Converts files to one parameter for `jsonb_populate_recordset`. */
function toRows(files: AssetFile[]): string {
  return JSON.stringify(files.map(({ exif, ...file }) => toColumns({ ...file, checksum: `\\x${file.checksum}` })))
}

function writeExif(database: Queryable, files: AssetFile[]) {
  return ask(
    database,
    Prisma.sql`
      INSERT INTO exif SELECT incoming.*
      FROM jsonb_populate_recordset(NULL::exif, ${toExifRows(files)}::jsonb) AS incoming
      JOIN asset ON asset.id = incoming.asset_id
      ON CONFLICT (asset_id) DO UPDATE SET
        description = CASE WHEN exif.description IS DISTINCT FROM exif.file_description THEN exif.description
                           ELSE excluded.description END,
        ${Prisma.raw(fromFile.join(', '))}`,
  )
}

function toExifRows(files: AssetFile[]): string {
  return JSON.stringify(
    files.map(({ id, exif }) => toColumns({ ...exif, assetId: id, fileDescription: exif.description, ...NO_MARKS })),
  )
}
