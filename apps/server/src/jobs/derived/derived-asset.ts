import type { JobName } from '@media-library/contract'
import { ask, type Queryable } from '../../database/ask.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { type AssetJobState, Prisma } from '../../generated/prisma/client.js'
import { toDerivedKey } from '../../storage/derived-files.js'

/** An asset, with the records of the files that jobs derived from it. */
export interface DerivedAsset {
  id: string
  ownerId: string
  type: string
  isOffline: boolean
  fileModifiedAt: Date
  /** Whether it has a preview and a thumbnail. */
  isDrawn: boolean
  /** The keys of the pictures of people that were cut out of it. */
  faceKeys: string[]
  /** The states of its jobs; null for those that it never had. */
  drawing: AssetJobState | null
  transcoding: AssetJobState | null
}

/** A file that a job derived from an asset. */
export interface DerivedFile {
  key: string
  job: JobName
  /** Whether a record says that it exists. */
  isRecorded: boolean
  /** Whether a waiting job will write it again. */
  isAwaited: boolean
}

/** Lists assets in the order of their ids. */
export function listDerived(
  database: Queryable,
  { after, count }: { after: string; count: number },
): Promise<DerivedAsset[]> {
  return selectDerived(
    database,
    Prisma.sql`SELECT id FROM asset WHERE removed_at IS NULL AND id > ${after}::uuid ORDER BY id LIMIT ${count}`,
  )
}

/** Finds those of the assets that still exist. */
export function findDerived(database: Queryable, ids: string[]): Promise<DerivedAsset[]> {
  return selectDerived(
    database,
    Prisma.sql`SELECT id FROM asset WHERE id = ANY (${ids}::uuid[]) AND removed_at IS NULL`,
  )
}

/** Counts the assets that `listDerived` lists. */
export function countDerived(database: PrismaDatabase): Promise<number> {
  return database.asset.count({ where: { removedAt: null } })
}

function selectDerived(database: Queryable, chosen: Prisma.Sql): Promise<DerivedAsset[]> {
  return ask<DerivedAsset>(
    database,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${chosen})
      SELECT asset.id, asset.owner_id AS "ownerId", type::text, is_offline AS "isOffline",
        file_modified_at AS "fileModifiedAt", resized AS "isDrawn",
        drawing.state AS drawing, transcoding.state AS transcoding,
        ARRAY(
          SELECT thumbnail_path FROM person WHERE cover_asset_id = asset.id AND thumbnail_path <> ''
        ) AS "faceKeys"
      FROM chosen JOIN asset ON asset.id = chosen.id
        LEFT JOIN asset_job AS drawing ON drawing.asset_id = asset.id AND drawing.name = 'regenerate-thumbnail'
        LEFT JOIN asset_job AS transcoding ON transcoding.asset_id = asset.id AND transcoding.name = 'transcode-video'
      ORDER BY asset.id`,
  )
}

/** Returns the files that jobs derived from an asset, and the MP4 of any video, which may exist while its job waits. */
export function listFiles(asset: DerivedAsset): DerivedFile[] {
  const { type, isDrawn, faceKeys, drawing, transcoding } = asset
  const picture = toDerivedKey('thumbs', asset)
  const pictures = isDrawn ? [`${picture}.jpeg`, `${picture}.webp`, ...faceKeys] : []
  const videos = type === 'VIDEO' ? [`${toDerivedKey('encoded-video', asset)}.mp4`] : []
  return [
    ...pictures.map((key) => toFile(key, 'regenerate-thumbnail', { isRecorded: true, state: drawing })),
    ...videos.map((key) =>
      toFile(key, 'transcode-video', { isRecorded: transcoding === 'succeeded', state: transcoding }),
    ),
  ]
}

function toFile(
  key: string,
  job: JobName,
  { isRecorded, state }: { isRecorded: boolean; state: AssetJobState | null },
): DerivedFile {
  return { key, job, isRecorded, isAwaited: state === 'queued' || state === 'running' }
}
