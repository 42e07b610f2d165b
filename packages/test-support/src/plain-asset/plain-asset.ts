import type { Asset, AssetType, Person, Tag } from '@media-library/contract'
import { toExifInfo } from './exif-info.js'

/** A connection that runs statements: a pool, or Prisma. */
export interface Statements {
  // biome-ignore lint/suspicious/noExplicitAny: a row is what its statement selects
  query<Row = any>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>
}

interface AssetRow {
  id: string
  owner_id: string
  library_id: string
  device_asset_id: string
  device_id: string
  type: AssetType
  original_path: string
  original_file_name: string
  checksum: Uint8Array
  file_created_at: Date
  file_modified_at: Date
  local_date_time: Date
  duration: string | null
  is_favorite: boolean
  is_archived: boolean
  is_external: boolean
  is_read_only: boolean
  is_offline: boolean
  resized: boolean
  thumbhash: Uint8Array | null
  live_photo_video_id: string | null
  updated_at: Date
  deleted_at: Date | null
  /** The id; null without exif, whose columns are then null, too. */
  asset_id: string | null
  [exif: string]: unknown
  /** The recognized objects; null when nothing was recognized. */
  objects: string[] | null
  smart_tags: string[] | null
  stack_parent_id: string | null
  own_stack_id: string | null
  stack_id: string | null
  tags: Tag[] | null
  people: Person[] | null
}

/** The columns of an asset, without the members of its stack. */
export const assetColumns = `asset.*, exif.*, smart_info.tags AS smart_tags,
  CASE WHEN smart_info.asset_id IS NOT NULL THEN coalesce(smart_info.objects, '{}') END AS objects,
  own_stack.id AS own_stack_id,
  CASE WHEN parent.id <> asset.id AND parent.deleted_at IS NULL THEN parent.id END AS stack_parent_id,
  (
    SELECT json_agg(json_build_object('id', tag.id, 'name', tag.name, 'type', tag.type, 'userId', tag.user_id)
      ORDER BY tag.name COLLATE "C", tag.id)
    FROM tag_asset JOIN tag ON tag.id = tag_asset.tag_id
    WHERE tag_asset.asset_id = asset.id
  ) AS tags,
  (
    SELECT json_agg(json_build_object('birthDate', birth_date, 'faces', faces, 'id', id, 'isHidden', is_hidden,
      'name', name, 'thumbnailPath', thumbnail_path) ORDER BY name COLLATE "C", id)
    FROM (
      SELECT person.*, coalesce(json_agg(json_build_object('boundingBoxX1', bounding_box_x1, 'boundingBoxX2', bounding_box_x2,
        'boundingBoxY1', bounding_box_y1, 'boundingBoxY2', bounding_box_y2, 'id', face.id,
        'imageHeight', image_height, 'imageWidth', image_width) ORDER BY bounding_box_x1, face.id)
        FILTER (WHERE image_width > 0), '[]') AS faces
      FROM asset_face AS face JOIN person ON person.id = face.person_id
      WHERE face.asset_id = asset.id AND NOT person.is_hidden
      GROUP BY person.id
    ) AS seen
  ) AS people`

/** The joins of the table asset for these columns, and the condition for visible assets. */
export const assetJoins = `
  LEFT JOIN exif ON exif.asset_id = asset.id
  LEFT JOIN smart_info ON smart_info.asset_id = asset.id
  LEFT JOIN stack ON stack.id = asset.stack_id
  LEFT JOIN asset AS parent ON parent.id = stack.primary_asset_id
  LEFT JOIN stack AS own_stack ON own_stack.primary_asset_id = asset.id
  WHERE asset.is_visible AND asset.deleted_at IS NULL`

export const newestFirst = 'ORDER BY asset.file_created_at DESC, asset.id DESC'

const findOne = { name: '', text: `SELECT ${assetColumns} FROM asset ${assetJoins} AND asset.id = $1` }

/** Reads an asset as the API describes it; null when the API does not show it. */
export async function readAsset(database: Statements, id: string): Promise<Asset | null> {
  const { rows } = await database.query<AssetRow>({ ...findOne, values: [id] })
  const [asset = null] = await toAssets(database, rows)
  return asset
}

const listMembers = {
  name: 'members',
  text: `SELECT ${assetColumns} FROM asset ${assetJoins} AND asset.stack_id = ANY ($1::uuid[]) ${newestFirst}`,
}

/** Converts rows to assets in their order, with the members of the stacks whose primary assets they are. */
export async function toAssets(database: Statements, rows: AssetRow[]): Promise<Asset[]> {
  const stackIds = rows.flatMap((row) => row.own_stack_id ?? [])
  if (stackIds.length === 0) return rows.map(toAsset)
  const members = new Map<string, Asset[]>(stackIds.map((id) => [id, []]))
  const primaries = new Set(rows.filter((row) => row.own_stack_id).map(({ id }) => id))
  const { rows: memberRows } = await database.query<AssetRow>({ ...listMembers, values: [stackIds] })
  for (const row of memberRows) if (!primaries.has(row.id)) members.get(row.stack_id as string)?.push(toAsset(row))
  return rows.map((row) => {
    const stack = row.own_stack_id && members.get(row.own_stack_id)
    return stack ? { ...toAsset(row), stack, stackCount: stack.length } : toAsset(row)
  })
}

function toAsset(row: AssetRow): Asset {
  return {
    checksum: Buffer.from(row.checksum).toString('base64'),
    deviceAssetId: row.device_asset_id,
    deviceId: row.device_id,
    duration: row.duration ?? '0:00:00.00000',
    ...(row.asset_id && { exifInfo: toExifInfo(row) }),
    fileCreatedAt: row.file_created_at.toISOString(),
    fileModifiedAt: row.file_modified_at.toISOString(),
    hasMetadata: true,
    id: row.id,
    isArchived: row.is_archived,
    isExternal: row.is_external,
    isFavorite: row.is_favorite,
    isOffline: row.is_offline,
    isReadOnly: row.is_read_only,
    isTrashed: row.deleted_at !== null,
    libraryId: row.library_id,
    livePhotoVideoId: row.live_photo_video_id,
    localDateTime: row.local_date_time.toISOString(),
    originalFileName: row.original_file_name,
    originalPath: row.original_path,
    ownerId: row.owner_id,
    people: row.people ?? [],
    resized: row.resized,
    ...(row.objects && { smartInfo: { objects: row.objects, tags: row.smart_tags ?? [] } }),
    stackCount: 0,
    stackParentId: row.stack_parent_id,
    tags: row.tags ?? [],
    thumbhash: row.thumbhash && Buffer.from(row.thumbhash).toString('base64'),
    type: row.type,
    updatedAt: row.updated_at.toISOString(),
  }
}
