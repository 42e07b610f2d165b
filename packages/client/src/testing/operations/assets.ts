import type { Asset, AssetFilter, AssetStatisticsFilter, TimeBucketFilter, TimelineFilter } from '../../types/index.js'
import { requireAlbum, requireVisibleAsset } from '../access.js'
import { type Ask, Refusal } from '../ask.js'
import { compare, showAssets } from '../library.js'

export const assets = {
  getAllAssets(ask: Ask<unknown, AssetFilter>) {
    const { updatedAfter, updatedBefore, skip = 0, take } = ask.query
    const isWanted = ({ updatedAt }: Asset) =>
      (updatedAfter === undefined || Date.parse(updatedAt) >= Date.parse(updatedAfter)) &&
      (updatedBefore === undefined || Date.parse(updatedAt) <= Date.parse(updatedBefore))
    const found = select(ask).filter(isWanted)
    return found.slice(skip, take === undefined ? undefined : skip + take)
  },

  getAssetStatistics(ask: Ask<unknown, AssetStatisticsFilter>) {
    const types = select(ask).map(({ type }) => type)
    const numberOf = (wanted: string) => types.filter((type) => type === wanted).length
    return { images: numberOf('IMAGE'), videos: numberOf('VIDEO'), total: types.length }
  },

  getTimeBuckets(ask: Ask<unknown, TimelineFilter>) {
    const { size, order } = ask.query
    const counts = new Map<string, number>()
    for (const { localDateTime } of select(ask)) {
      const start = startOf(size, localDateTime)
      counts.set(start, (counts.get(start) ?? 0) + 1)
    }
    const buckets = [...counts].map(([timeBucket, count]) => ({ timeBucket, count }))
    return buckets.sort((a, b) => compare(a.timeBucket, b.timeBucket) * (order === 'asc' ? 1 : -1))
  },

  getTimeBucket(ask: Ask<unknown, TimeBucketFilter>) {
    const { size, timeBucket, order } = ask.query
    const start = startOf(size, timeBucket)
    const found = select(ask).filter(({ localDateTime }) => startOf(size, localDateTime) === start)
    return order === 'asc' ? found.reverse() : found
  },

  getAssetInfo: requireVisibleAsset,
}

/** The assets of the caller, or of an album, that match a filter, newest first. */
function select(ask: Ask<unknown, AssetFilter & AssetStatisticsFilter & Partial<TimelineFilter>>): Asset[] {
  const { library, caller, query } = ask
  const { albumId, userId, isArchived, isFavorite, isTrashed, personId, withStacked } = query
  if (![undefined, caller.id].includes(userId)) throw new Refusal('not_found', 'You may not list the assets of others.')
  const ownerId = albumId === undefined ? caller.id : userId
  return showAssets(
    library,
    albumId === undefined ? library.assets.keys() : requireAlbum(ask, albumId).assetIds,
  ).filter(
    (asset) =>
      !isTrashed &&
      [undefined, asset.ownerId].includes(ownerId) &&
      [undefined, asset.isArchived].includes(isArchived) &&
      [undefined, asset.isFavorite].includes(isFavorite) &&
      (personId === undefined || asset.people.some(({ id }) => id === personId)) &&
      !(withStacked && asset.stackParentId),
  )
}

function startOf(size: 'DAY' | 'MONTH', moment: string): string {
  const day = new Date(moment).toISOString().slice(0, 10)
  return `${size === 'DAY' ? day : `${day.slice(0, 7)}-01`}T00:00:00.000Z`
}
