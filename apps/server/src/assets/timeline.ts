import type { TimeBucketSize } from '@media-library/contract'
import { ask } from '../database/ask.js'
import type { Database, Queryable } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'
import { type AssetList, readAssetList } from './asset-list.js'
import type { Order } from './asset-pieces.js'
import { isInTrash, isListed, isValue } from './own-assets.js'

/** The listed assets of an album, of an owner, or of an owner within an album, or those in the trash; undefined filters do not apply. */
export interface Timeline {
  /** The user who asks. */
  userId: string
  ownerId: string | null
  albumId: string | null
  isTrashed: boolean
  isArchived?: boolean | undefined
  isFavorite?: boolean | undefined
  /** A person of the user. The ids of other users' people find nothing. */
  personId?: string | undefined
  /** Whether to list only the primary asset of each stack. */
  withStacked?: boolean | undefined
}

/** A day or month with its start in local time, and the number of its assets. */
export interface TimeBucketRow {
  start: string
  count: number
}

/** Lists the days or months in which assets were taken. */
export function countByTime(
  queryable: Queryable,
  timeline: Timeline,
  { size, order }: { size: TimeBucketSize; order: Order },
): Promise<TimeBucketRow[]> {
  return ask<TimeBucketRow>(
    queryable,
    Prisma.sql`
      SELECT to_char(${size === 'DAY' ? Prisma.sql`day` : Prisma.sql`date_trunc('month', day)`}, 'YYYY-MM-DD') AS start,
        sum(count)::int AS count
      FROM (
        SELECT (asset.local_date_time AT TIME ZONE 'UTC')::date AS day, count(*) AS count
        ${assetsOf(timeline)}
        GROUP BY day
      ) AS days
      GROUP BY start ORDER BY start ${Prisma.raw(order)}`,
  )
}

/** Reads the assets of a timeline that were taken between two local times. */
export function readTimeSpan(
  database: Database,
  timeline: Timeline,
  { from, before, order }: { from: Date; before: Date; order: Order },
): Promise<AssetList> {
  const listed = Prisma.sql`
    SELECT asset.id AS asset_id, asset.file_created_at ${assetsOf(timeline)}
      AND asset.local_date_time >= ${from} AND asset.local_date_time < ${before}`
  const texts = timeline.isTrashed ? 'trashed_asset_text' : 'asset_text'
  const listing = {
    listed,
    version: Prisma.sql`''`,
    order,
    readerId: timeline.userId,
    isOwn: isOwn(timeline),
    texts,
  } as const
  return readAssetList(database, listing, { after: null, limit: null })
}

/** Counts an owner's listed assets, or those in the trash, by type. */
export function countByType(
  queryable: Queryable,
  filter: Pick<Timeline, 'isArchived' | 'isFavorite' | 'isTrashed'> & { ownerId: string },
): Promise<{ type: string; count: number }[]> {
  return ask(
    queryable,
    Prisma.sql`
      SELECT asset.type, count(*)::int AS count
      ${assetsOf({ ...filter, userId: filter.ownerId, albumId: null })}
      GROUP BY asset.type`,
  )
}

function isOwn({ userId, ownerId }: Timeline): boolean {
  return ownerId === userId
}

function assetsOf(timeline: Timeline): Prisma.Sql {
  const { userId, ownerId, albumId, isArchived, isFavorite, personId, withStacked } = timeline
  const flag = (name: Prisma.Sql) =>
    isOwn(timeline) ? name : Prisma.sql`(asset.owner_id = ${userId}::uuid AND ${name})`
  return Prisma.sql`
    FROM asset ${albumId === null ? Prisma.empty : Prisma.sql`JOIN album_asset ON album_asset.asset_id = asset.id`}
    WHERE ${timeline.isTrashed ? isInTrash : isListed}
      ${albumId === null ? Prisma.empty : Prisma.sql`AND album_asset.album_id = ${albumId}::uuid`}
      ${ownerId === null ? Prisma.empty : Prisma.sql`AND asset.owner_id = ${ownerId}::uuid`}
      ${isValue(flag(Prisma.sql`asset.is_archived`), isArchived)}
      ${isValue(flag(Prisma.sql`asset.is_favorite`), isFavorite)}
      ${withStacked ? isPrimary : Prisma.empty} ${personId === undefined ? Prisma.empty : shows(personId, userId)}`
}

const isPrimary = Prisma.sql`AND NOT EXISTS (
  SELECT FROM stack JOIN asset AS leader ON leader.id = stack.primary_asset_id
  WHERE stack.id = asset.stack_id AND leader.id <> asset.id AND leader.deleted_at IS NULL
)`

function shows(personId: string, userId: string) {
  return Prisma.sql`AND EXISTS (
  SELECT FROM asset_face JOIN person ON person.id = asset_face.person_id
  WHERE asset_face.asset_id = asset.id AND person.id = ${personId}::uuid
    AND person.owner_id = ${userId}::uuid AND NOT person.is_hidden
)`
}
