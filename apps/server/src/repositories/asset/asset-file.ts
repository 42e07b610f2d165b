import type { AssetType } from '@media-library/contract'
import { ask } from '../../database/ask.js'
import type { Database, Queryable } from '../../database/connect.js'
import { uuids } from '../../database/ids.js'
import { shareLookups } from '../../database/share-lookups.js'
import { type AssetJobState, Prisma } from '../../generated/prisma/client.js'
import { isVisibleTo } from './visible-asset.js'

/** The place of an asset's file, its properties at the import, and the state of its thumbnails. */
export interface AssetFileRow {
  id: string
  ownerId: string
  type: AssetType
  originalPath: string
  /** The folder of its library. */
  importPath: string
  originalFileName: string
  /** The SHA-1 of the content in base64. */
  checksum: string
  fileModifiedAt: Date
  /** In bytes; null when unknown. */
  fileSize: number | null
  updatedAt: Date
  /** Whether the preview and the thumbnail exist. */
  resized: boolean
  /** The state of the job that makes the thumbnails; null when it was never requested. */
  pictureJob: AssetJobState | null
}

/** A request of a user for an asset. */
interface FileWish {
  id: string
  userId: string
}

type FileLookup = (wish: FileWish) => Promise<AssetFileRow | null>

const lookups = new WeakMap<Database, FileLookup>()

/** Finds the file of an asset; null for a trashed asset, or when the user may not see it. Requests share their lookups. */
export function findAssetFile(database: Database, wish: FileWish): Promise<AssetFileRow | null> {
  const lookup = lookups.get(database) ?? shareLookups((wishes) => findAssetFiles(database, wishes))
  lookups.set(database, lookup)
  return lookup(wish)
}

/** Finds the files of assets, each for its user, in the same order. OFFSET 0 has each read by its id, however few assets there are. */
async function findAssetFiles(queryable: Queryable, wishes: readonly FileWish[]): Promise<(AssetFileRow | null)[]> {
  const [ids, userIds] = [wishes.map(({ id }) => id), wishes.map(({ userId }) => userId)]
  const rows = await ask<AssetFileRow & { position: number }>(
    queryable,
    Prisma.sql`
      SELECT position::int, file.*
      FROM unnest(${uuids(ids)}::uuid[], ${uuids(userIds)}::uuid[]) WITH ORDINALITY AS wish (asset_id, user_id, position)
      CROSS JOIN LATERAL (
        SELECT asset.id, asset.owner_id AS "ownerId", type::text, original_path AS "originalPath",
          import_path AS "importPath", original_file_name AS "originalFileName", api_base64(checksum) AS checksum,
          file_modified_at AS "fileModifiedAt", file_size_in_byte::float AS "fileSize",
          asset.updated_at AS "updatedAt", resized, asset_job.state::text AS "pictureJob"
        FROM asset
        JOIN library ON library.id = library_id
        LEFT JOIN exif ON exif.asset_id = asset.id
        LEFT JOIN asset_job ON asset_job.asset_id = asset.id AND asset_job.name = 'regenerate-thumbnail'
        WHERE asset.id = wish.asset_id AND asset.deleted_at IS NULL
          AND ${isVisibleTo(Prisma.sql`wish.user_id`)}
        OFFSET 0
      ) AS file`,
  )
  const found = new Map(rows.map(({ position, ...row }) => [position, row]))
  return wishes.map((_, index) => found.get(index + 1) ?? null)
}
