import { ask, type Queryable, selectColumns } from '../../database/ask.js'
import { type Asset, type AssetFace, type Exif, Prisma, type TagAsset } from '../../generated/prisma/client.js'

type TimesRow = Pick<Asset, 'id' | 'ownerId' | 'fileCreatedAt' | 'localDateTime' | 'duration'> & {
  /** Whether the device of an upload reported another time than that of its last change. */
  isDated: boolean
}
type ExifRow = Omit<Exif, 'fileSizeInByte'> & { fileSizeInByte: string | null }
type TagRow = Pick<TagAsset, 'assetId' | 'tagId' | 'fromFile'>

/** The stored metadata of an asset's file. `faces` are those that came from the file. */
export interface StoredMetadata extends TimesRow {
  exif: Exif | null
  tags: TagRow[]
  faces: AssetFace[]
}

/**
 * Locks assets, and returns the stored metadata of their files. Deleted assets are left out. The order is the same for all workers,
 * which prevents deadlocks.
 */
export async function lockMetadata(database: Queryable, ids: string[]): Promise<StoredMetadata[]> {
  const assets = await ask<TimesRow>(
    database,
    Prisma.sql`
      SELECT id, owner_id AS "ownerId", file_created_at AS "fileCreatedAt", local_date_time AS "localDateTime", duration,
        uploaded_bytes IS NOT NULL AND file_created_at <> file_modified_at AS "isDated"
      FROM asset WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  )
  const exif = new Map((await listExif(database, ids)).map((row) => [row.assetId, row]))
  const tags = byAsset(await listTags(database, ids))
  const faces = byAsset(await listFaces(database, ids))
  return assets.map((asset) => {
    const { id } = asset
    return { ...asset, exif: exif.get(id) ?? null, tags: tags.get(id) ?? [], faces: faces.get(id) ?? [] }
  })
}

async function listExif(database: Queryable, ids: string[]): Promise<Exif[]> {
  const { fileSizeInByte: _, ...others } = Prisma.ExifScalarFieldEnum
  const rows = await ask<ExifRow>(
    database,
    Prisma.sql`
      SELECT ${selectColumns(others, 'exif')}, file_size_in_byte::text AS "fileSizeInByte"
      FROM exif WHERE asset_id = ANY (${ids}::uuid[])`,
  )
  return rows.map(({ fileSizeInByte, ...row }) => {
    return { ...row, fileSizeInByte: fileSizeInByte === null ? null : BigInt(fileSizeInByte) }
  })
}

function listTags(database: Queryable, ids: string[]) {
  return ask<TagRow>(
    database,
    Prisma.sql`
      SELECT asset_id AS "assetId", tag_id AS "tagId", from_file AS "fromFile"
      FROM tag_asset WHERE asset_id = ANY (${ids}::uuid[])`,
  )
}

function listFaces(database: Queryable, ids: string[]) {
  return ask<AssetFace>(
    database,
    Prisma.sql`
      SELECT ${selectColumns(Prisma.AssetFaceScalarFieldEnum, 'asset_face')}
      FROM asset_face WHERE asset_id = ANY (${ids}::uuid[]) AND from_file`,
  )
}

function byAsset<Row extends { assetId: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.assetId, [...(groups.get(row.assetId) ?? []), row])
  return groups
}
