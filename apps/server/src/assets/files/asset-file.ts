import type { AssetType } from '@media-library/contract'
import { ask, type Database, type Queryable, uuids } from '../../database/ask.js'
import { shareLookups } from '../../database/share-lookups.js'
import { type AssetJobState, Prisma } from '../../generated/prisma/client.js'
import { isVisibleAsset } from '../visibility.js'

/** The properties of an asset that the answer with its thumbnail needs. */
export interface AssetPictureRow {
  id: string
  ownerId: string
  originalFileName: string
  updatedAt: Date
  /** Whether the preview and the thumbnail exist. */
  resized: boolean
  /** The state of the job that makes the thumbnails; null when it was never requested. */
  pictureJob: AssetJobState | null
}

/** The path of an asset's file, and its properties at the import. */
export interface AssetFileRow extends AssetPictureRow {
  type: AssetType
  originalPath: string
  /** Whether it is imported, so that its owner may change the file. */
  isExternal: boolean
  /** The folder of its library. */
  importPath: string
  /** The SHA-1 of the content in base64. */
  checksum: string
  fileModifiedAt: Date
  /** The size in bytes; null when unknown. */
  fileSize: number | null
}

/** A request of a user for an asset. */
interface FileInput {
  id: string
  userId: string
}

type FileLookup<Row> = (database: Database, input: FileInput) => Promise<Row | null>

/** Finds the asset of a thumbnail; null when the user may not see it. Requests share their lookups. */
export const findAssetPicture: FileLookup<AssetPictureRow> = shareInputs(findAssetPictures)

/** Finds the file of an asset as `findAssetPicture` does. */
export const findAssetFile: FileLookup<AssetFileRow> = shareInputs(findAssetFiles)

type Positioned<Row> = Row & { position: number }

function shareInputs<Row>(
  find: (queryable: Queryable, inputs: readonly FileInput[]) => Promise<(Row | null)[]>,
): FileLookup<Row> {
  const lookups = new WeakMap<Database, (input: FileInput) => Promise<Row | null>>()
  return (database, input) => {
    const lookup = lookups.get(database) ?? shareLookups((inputs) => find(database, inputs))
    lookups.set(database, lookup)
    return lookup(input)
  }
}

async function findAssetPictures(queryable: Queryable, inputs: readonly FileInput[]) {
  return inOrder(inputs, await ask<Positioned<AssetPictureRow>>(queryable, lookUp(inputs)))
}

/** Finds the files of assets in their order; null where the user may not see one. */
export async function findAssetFiles(
  queryable: Queryable,
  inputs: readonly FileInput[],
): Promise<(AssetFileRow | null)[]> {
  const columns = Prisma.sql`, type::text, original_path AS "originalPath", is_external AS "isExternal", import_path AS "importPath",
    api_base64(checksum) AS checksum, file_modified_at AS "fileModifiedAt", file_size_in_byte::float AS "fileSize"`
  const joins = Prisma.sql`JOIN library ON library.id = library_id LEFT JOIN exif ON exif.asset_id = asset.id`
  return inOrder(inputs, await ask<Positioned<AssetFileRow>>(queryable, lookUp(inputs, { columns, joins })))
}

/**
 * Selects assets, each for its user. The lists are selected, too: PostgreSQL then keeps one plan for all lists, and planning takes
 * five times as long as reading. OFFSET 0 has each asset read by its id, however few there are.
 */
function lookUp(inputs: readonly FileInput[], { columns, joins } = { columns: Prisma.empty, joins: Prisma.empty }) {
  const [ids, userIds] = [inputs.map(({ id }) => id), inputs.map(({ userId }) => userId)]
  return Prisma.sql`
    SELECT position::int, file.*
    FROM unnest((SELECT ${uuids(ids)}::uuid[]), (SELECT ${uuids(userIds)}::uuid[]))
      WITH ORDINALITY AS input (asset_id, user_id, position)
    CROSS JOIN LATERAL (
      SELECT asset.id, asset.owner_id AS "ownerId", original_file_name AS "originalFileName",
        asset.updated_at AS "updatedAt", resized, asset_job.state::text AS "pictureJob"${columns}
      FROM asset
      LEFT JOIN asset_job ON asset_job.asset_id = asset.id AND asset_job.name = 'regenerate-thumbnail'
      ${joins}
      WHERE ${isVisibleAsset({ id: Prisma.sql`input.asset_id`, user: Prisma.sql`input.user_id` })}
      OFFSET 0
    ) AS file`
}

function inOrder<Row extends { position: number }>(inputs: readonly FileInput[], rows: Row[]): (Row | null)[] {
  const found = new Map(rows.map((row) => [row.position, row]))
  return inputs.map((_, index) => found.get(index + 1) ?? null)
}
