import type { TimelineFilter } from '@media-library/contract'
import type { Caller } from '../answers/handler.js'
import type { Database } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { requireSelf } from './access.js'
import { isInTrash, isOnTimeline, isValue, isVisible, joinTrash } from './asset.js'
import type { VisitingReader } from './asset-pieces.js'
import { requireReadableAlbum } from './visibility.js'

/**
 * The visible assets of an album, of an owner, or of an owner within an album, or those in the trash; undefined filters do not apply.
 */
export interface Timeline extends Pick<TimelineFilter, 'isArchived' | 'isFavorite' | 'personId' | 'withStacked'> {
  /** The user who asks. */
  userId: string
  ownerId: string | null
  albumId: string | null
  isTrashed: boolean
  /** The link of a visitor, who sees the assets that it shows; null for users. */
  link: VisitingReader | null
}

/**
 * Returns the assets of a timeline. Users see only their own assets in the trash, and visitors only what their link shows, without the
 * trash and without stacks.
 */
export async function findTimeline(
  database: Database,
  { albumId, userId, isTrashed = false, isArchived, isFavorite, personId, withStacked }: TimelineFilter,
  { user, link }: Pick<Caller, 'user' | 'link'>,
): Promise<Timeline> {
  requireSelf(user, userId)
  if (albumId !== undefined) await requireReadableAlbum(database, albumId, user.id)
  const filter = { userId: user.id, isTrashed, isArchived, isFavorite, personId, withStacked, link }
  if (link) return { ...filter, withStacked: false, albumId: link.albumId, ownerId: null }
  return {
    ...filter,
    albumId: albumId ?? null,
    ownerId: albumId === undefined || isTrashed ? user.id : (userId ?? null),
  }
}

export function isOwn({ userId, ownerId }: Timeline): boolean {
  return ownerId === userId
}

/** Returns the rows of a timeline as FROM and WHERE. */
export function selectAssets(timeline: Timeline): Prisma.Sql {
  const { userId, ownerId, albumId, isArchived, isFavorite, personId, withStacked } = timeline
  const isChosen = timeline.link !== null && albumId === null
  const flag = (name: Prisma.Sql) =>
    isOwn(timeline) ? name : Prisma.sql`(asset.owner_id = ${userId}::uuid AND ${name})`
  return Prisma.sql`
    FROM ${timeline.isTrashed ? joinTrash(userId) : Prisma.sql`asset`}
      ${albumId === null ? Prisma.empty : Prisma.sql`JOIN album_asset ON album_asset.asset_id = asset.id`}
      ${isChosen ? Prisma.sql`JOIN shared_link_asset ON shared_link_asset.asset_id = asset.id` : Prisma.empty}
    WHERE ${timeline.isTrashed ? isInTrash : isVisible}
      ${albumId === null ? Prisma.empty : Prisma.sql`AND album_asset.album_id = ${albumId}::uuid`}
      ${isChosen ? Prisma.sql`AND shared_link_asset.link_id = ${userId}::uuid` : Prisma.empty}
      ${ownerId === null ? Prisma.empty : Prisma.sql`AND asset.owner_id = ${ownerId}::uuid`}
      ${isValue(flag(Prisma.sql`asset.is_archived`), isArchived)}
      ${isValue(flag(Prisma.sql`asset.is_favorite`), isFavorite)}
      ${withStacked ? isPrimary : Prisma.empty} ${personId === undefined ? Prisma.empty : shows(personId, userId)}`
}

/**
 * Counts the assets of a timeline by an expression over a row of `asset`. All assets of an owner are counted in an index without flags;
 * the few with flags have a table.
 */
export function countAssetsBy(timeline: Timeline, key: Prisma.Sql): Prisma.Sql {
  const { ownerId, isArchived, isFavorite } = timeline
  if (!isOfFlags(timeline)) return Prisma.sql`SELECT ${key}, count(*) ${selectAssets(timeline)} GROUP BY 1`
  const isWanted = Prisma.sql`(
    asset.deleted_at IS NULL ${isValue(Prisma.sql`asset.is_archived`, isArchived)} ${isValue(Prisma.sql`asset.is_favorite`, isFavorite)}
  )`
  const flagged = Prisma.sql`FROM flagged_asset AS asset WHERE asset.owner_id = ${ownerId}::uuid`
  if (isArchived || isFavorite) return Prisma.sql`SELECT ${key}, count(*) ${flagged} AND ${isWanted} GROUP BY 1`
  return Prisma.sql`
    SELECT key, sum(count) FROM (
      SELECT ${key} AS key, count(*) AS count FROM asset WHERE ${isOnTimeline} AND asset.owner_id = ${ownerId}::uuid GROUP BY 1
      UNION ALL
      SELECT ${key}, -count(*) ${flagged} AND NOT ${isWanted} GROUP BY 1
    ) AS counted
    GROUP BY key HAVING sum(count) > 0`
}

/** Returns whether flags alone determine which of an owner's assets a timeline contains. */
function isOfFlags(timeline: Timeline): boolean {
  const { albumId, isTrashed, personId, withStacked } = timeline
  return isOwn(timeline) && albumId === null && !isTrashed && personId === undefined && !withStacked
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
