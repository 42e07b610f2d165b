import type { SearchMetadata } from '@media-library/contract'
import { isInTrash, isOnTimeline, isValue, isVisible, selectTrashedIds } from '../assets/asset.js'
import type { Contents } from '../assets/asset-pieces.js'
import { Prisma } from '../generated/prisma/client.js'
import { toWordsQuery } from './terms.js'

/** What a search asks for, pages and words apart. */
export type Filter = Omit<SearchMetadata, 'q' | 'page' | 'size' | 'order'>

/** The columns that have a text among the words of the asset. */
const worded = {
  city: Prisma.sql`exif.city`,
  country: Prisma.sql`exif.country`,
  state: Prisma.sql`exif.state`,
  make: Prisma.sql`exif.make`,
  model: Prisma.sql`exif.model`,
  lensModel: Prisma.sql`exif.lens_model`,
  originalFileName: Prisma.sql`asset.original_file_name`,
} as const

const exact = {
  id: (value: string) => Prisma.sql`asset.id = ${value}::uuid`,
  libraryId: (value: string) => Prisma.sql`asset.library_id = ${value}::uuid`,
  checksum: (value: string) => Prisma.sql`asset.checksum = ${toBytes(value)}`,
  deviceAssetId: (value: string) => Prisma.sql`asset.device_asset_id = ${value}`,
  deviceId: (value: string) => Prisma.sql`asset.device_id = ${value}`,
  originalPath: (value: string) => Prisma.sql`asset.original_path = ${value}`,
  type: (value: string) => Prisma.sql`asset.type = ${value}::asset_type`,
} as const

const flags = {
  isArchived: Prisma.sql`asset.is_archived`,
  isFavorite: Prisma.sql`asset.is_favorite`,
  isExternal: Prisma.sql`asset.is_external`,
  isOffline: Prisma.sql`asset.is_offline`,
  isReadOnly: Prisma.sql`asset.is_read_only`,
  isMotion: Prisma.sql`(asset.live_photo_video_id IS NOT NULL)`,
} as const

const times = {
  created: Prisma.sql`asset.created_at`,
  taken: Prisma.sql`asset.file_created_at`,
  trashed: Prisma.sql`asset.deleted_at`,
  updated: Prisma.sql`asset.updated_at`,
} as const

/** Returns which assets a search lists. */
export function chooseContents({ withDeleted, trashedAfter, trashedBefore }: Filter): Contents {
  if (trashedAfter !== undefined || trashedBefore !== undefined) return 'trashed'
  return withDeleted ? 'both' : 'visible'
}

/** The condition for a row of `asset`; whom it shows is the business of the labels. */
export function matches(filter: Filter, ownerId: string): Prisma.Sql {
  const isFitting = { visible: isVisible, trashed: isInTrash, both: isOnTimeline }[chooseContents(filter)]
  return Prisma.sql`asset.owner_id = ${ownerId}::uuid AND ${isFitting}
    ${textConditions(filter)} ${flagConditions(filter)} ${timeConditions(filter)} ${albumCondition(filter)}`
}

/** Returns whether a filter says nothing of a row of `asset`, the trash and people apart. */
export function isWithoutFilters({ withDeleted, withArchived = true, personIds, ...others }: Filter): boolean {
  return withArchived && Object.values(others).every((value) => value === undefined)
}

/** The condition that a row of `asset_search` is listed by such a filter. */
export function isNotInTrash({ withDeleted }: Filter, ownerId: string, row: Prisma.Sql): Prisma.Sql {
  if (withDeleted) return Prisma.sql`true`
  return Prisma.sql`${row}.asset_id NOT IN (${selectTrashedIds(ownerId)})`
}

/** Lists the words that an asset has if its texts are those of the filter. */
export function listWords(filter: Filter): string[] {
  return keys(worded).flatMap((name) => toWordsQuery(filter[name] ?? '') ?? [])
}

function textConditions(filter: Filter) {
  const ofAsset = keys(exact).map((name) => {
    const value = filter[name]
    return value === undefined ? Prisma.empty : Prisma.sql`AND ${exact[name](value)}`
  })
  const ofWords = keys(worded).map((name) => {
    const value = filter[name]
    if (value === undefined) return Prisma.empty
    const isSame = Prisma.sql`${worded[name]} = ${value}`
    if (name === 'originalFileName') return Prisma.sql`AND ${isSame}`
    return Prisma.sql`AND EXISTS (SELECT FROM exif WHERE exif.asset_id = asset.id AND ${isSame})`
  })
  return Prisma.join([...ofAsset, ...ofWords], ' ')
}

function flagConditions({ withArchived, ...filter }: Filter) {
  const isArchived = filter.isArchived ?? (withArchived === false ? false : undefined)
  return Prisma.join(
    keys(flags).map((name) => isValue(flags[name], name === 'isArchived' ? isArchived : filter[name])),
    ' ',
  )
}

function timeConditions(filter: Filter) {
  const conditions = keys(times).flatMap((name) => {
    const [after, before] = [filter[`${name}After`], filter[`${name}Before`]]
    return [
      after === undefined ? Prisma.empty : Prisma.sql`AND ${times[name]} >= ${new Date(after)}`,
      before === undefined ? Prisma.empty : Prisma.sql`AND ${times[name]} <= ${new Date(before)}`,
    ]
  })
  return Prisma.join(conditions, ' ')
}

/** The condition that an asset is among the few favourites, or in the trash, whose ids are read first; true for other filters. */
export function isOfFew(filter: Filter, ownerId: string): Prisma.Sql {
  if (filter.isFavorite) {
    const favorites = Prisma.sql`SELECT asset_id FROM flagged_asset WHERE owner_id = ${ownerId}::uuid AND is_favorite`
    return Prisma.sql`asset.id = ANY (ARRAY (${favorites}))`
  }
  if (chooseContents(filter) === 'trashed') return Prisma.sql`asset.id = ANY (ARRAY (${selectTrashedIds(ownerId)}))`
  return Prisma.sql`true`
}

function albumCondition({ isNotInAlbum }: Filter) {
  if (!isNotInAlbum) return Prisma.empty
  return Prisma.sql`AND NOT EXISTS (SELECT FROM album_asset WHERE album_asset.asset_id = asset.id)`
}

function toBytes(checksum: string) {
  return Buffer.from(checksum, checksum.length === 40 ? 'hex' : 'base64')
}

function keys<Name extends string>(object: Record<Name, unknown>): Name[] {
  return Object.keys(object) as Name[]
}
