import type {
  Asset,
  AssetFilter,
  AssetStatisticsFilter,
  BulkIds,
  DeleteAssets,
  ExifInfo,
  TimeBucketFilter,
  TimelineFilter,
  UpdateAsset,
  UpdateAssets,
} from '@media-library/contract/schemas'
import { requireAlbum, requireVisibleAsset } from '../access.js'
import { type Ask, Refusal, requireUsable } from '../ask.js'
import { compare, selectAssets, sendEvent } from '../store.js'

export const assets = {
  getAllAssets(ask: Ask<unknown, AssetFilter>) {
    const { updatedAfter, updatedBefore, skip = 0, take } = ask.query
    const isWanted = ({ updatedAt }: Asset) =>
      (updatedAfter === undefined || Date.parse(updatedAt) >= Date.parse(updatedAfter)) &&
      (updatedBefore === undefined || Date.parse(updatedAt) <= Date.parse(updatedBefore))
    const found = select(ask, ask.query.isTrashed ?? null).filter(isWanted)
    return found.slice(skip, take === undefined ? undefined : skip + take)
  },

  getAssetStatistics(ask: Ask<unknown, AssetStatisticsFilter>) {
    const types = select(ask).map(({ type }) => type)
    const countOfType = (wanted: string) => types.filter((type) => type === wanted).length
    return { images: countOfType('IMAGE'), videos: countOfType('VIDEO'), total: types.length }
  },

  getTimeBuckets(ask: Ask<unknown, TimelineFilter>) {
    const { size, order } = ask.query
    const counts = new Map<string, number>()
    for (const { localDateTime } of select(ask)) {
      const start = toStart(size, localDateTime)
      counts.set(start, (counts.get(start) ?? 0) + 1)
    }
    const buckets = [...counts].map(([timeBucket, count]) => ({ timeBucket, count }))
    return buckets.sort((a, b) => compare(a.timeBucket, b.timeBucket) * (order === 'asc' ? 1 : -1))
  },

  getTimeBucket(ask: Ask<unknown, TimeBucketFilter>) {
    const { size, timeBucket, order } = ask.query
    const start = toStart(size, timeBucket)
    const found = select(ask).filter(({ localDateTime }) => toStart(size, localDateTime) === start)
    return order === 'asc' ? found.reverse() : found
  },

  getAssetInfo: requireVisibleAsset,

  updateAsset(ask: Ask<UpdateAsset>) {
    const { id, ownerId } = requireVisibleAsset(ask)
    if (ownerId !== ask.caller.id) throw new Refusal('forbidden', 'Only the owner of the asset may change it.')
    change(ask, [id], (asset) => Object.assign(asset, toChanges(asset, ask.body)))
    return requireVisibleAsset(ask)
  },

  updateAssets(ask: Ask<UpdateAssets>) {
    const { ids, stackParentId, removeParent, ...fields } = ask.body
    requireUsable(ask, { ids })
    const stack = stackParentId ?? (removeParent ? null : undefined)
    change(ask, ids, (asset) => {
      Object.assign(asset, toChanges(asset, moved(asset, fields)))
      if (stack !== undefined && stack !== asset.id) asset.stackParentId = stack
    })
  },

  deleteAssets(ask: Ask<DeleteAssets>) {
    const { ids, force } = ask.body
    requireUsable(ask, { ids })
    if (force) remove(ask, ids)
    else change(ask, ids, (asset) => Object.assign(asset, { isTrashed: true }), 'asset.trashed')
  },

  restoreAssets(ask: Ask<BulkIds>) {
    requireUsable(ask, { ids: ask.body.ids })
    restore(ask, ask.body.ids)
  },

  restoreTrash: (ask: Ask) => restore(ask, listTrash(ask)),

  emptyTrash: (ask: Ask) => remove(ask, listTrash(ask)),
}

/** Returns a change with the date to which it moves that of an asset. */
function moved({ fileCreatedAt }: Asset, { dateTimeRelative, ...update }: Omit<UpdateAssets, 'ids'>): UpdateAsset {
  if (dateTimeRelative === undefined) return update
  return { ...update, dateTimeOriginal: new Date(Date.parse(fileCreatedAt) + dateTimeRelative * 60_000).toISOString() }
}

/** Returns the fields that a change sets. No file of this service tells a date or a place, so that what is taken back is unknown. */
function toChanges({ exifInfo, fileModifiedAt }: Asset, update: UpdateAsset): Partial<Asset> {
  const { isFavorite, isArchived, dateTimeOriginal, description, latitude, longitude } = update
  const taken = dateTimeOriginal && new Date(dateTimeOriginal).toISOString()
  const at = taken === null ? fileModifiedAt : taken
  const exif = {
    ...exifInfo,
    ...(description !== undefined && { description }),
    ...(latitude !== undefined && { latitude: latitude ?? undefined, longitude: longitude ?? undefined }),
    ...(taken !== undefined && { dateTimeOriginal: taken ?? undefined }),
  }
  return {
    ...(isFavorite !== undefined && { isFavorite }),
    ...(isArchived !== undefined && { isArchived }),
    ...(at !== undefined && { fileCreatedAt: at, localDateTime: at }),
    ...(Object.keys(exif).length > 0 && { exifInfo: JSON.parse(JSON.stringify(exif)) as ExifInfo }),
  }
}

function change(
  { store, caller }: Pick<Ask, 'store' | 'caller'>,
  ids: string[],
  apply: (asset: Asset) => unknown,
  type: 'asset.updated' | 'asset.trashed' | 'asset.restored' = 'asset.updated',
): void {
  for (const assetId of new Set(ids)) {
    const asset = store.assets.get(assetId)
    if (!asset) continue
    apply(asset)
    asset.updatedAt = new Date().toISOString()
    sendEvent(store, [caller.id], type === 'asset.updated' ? { type, assetId, changed: ['asset'] } : { type, assetId })
  }
}

/** Restores those of the assets that are in the trash. */
export function restore(ask: Pick<Ask, 'store' | 'caller'>, ids: string[]): void {
  const trashed = ids.filter((id) => ask.store.assets.get(id)?.isTrashed)
  change(ask, trashed, (asset) => Object.assign(asset, { isTrashed: false }), 'asset.restored')
}

function remove({ store, caller }: Ask, ids: string[]): void {
  for (const assetId of new Set(ids)) {
    store.assets.delete(assetId)
    sendEvent(store, [caller.id], { type: 'asset.deleted', assetId })
  }
}

function listTrash({ store, caller }: Ask): string[] {
  return [...store.assets.values()].flatMap((asset) => (asset.isTrashed && asset.ownerId === caller.id ? asset.id : []))
}

/** Lists the assets of the caller, or of an album, that match a filter, newest first. */
function select(
  ask: Ask<unknown, AssetFilter & AssetStatisticsFilter & Partial<TimelineFilter>>,
  isTrashed: boolean | null = ask.query.isTrashed ?? false,
): Asset[] {
  const { store, caller, query } = ask
  const { albumId, userId, isArchived, isFavorite, personId, withStacked } = query
  if (![undefined, caller.id].includes(userId)) throw new Refusal('not_found', 'You may not list the assets of others.')
  const ownerId = albumId === undefined ? caller.id : userId
  return selectAssets(
    store,
    albumId === undefined ? store.assets.keys() : requireAlbum(ask, albumId).assetIds,
    isTrashed,
  ).filter(
    (asset) =>
      (!isTrashed || asset.ownerId === caller.id) &&
      [undefined, asset.ownerId].includes(ownerId) &&
      [undefined, asset.isArchived].includes(isArchived) &&
      [undefined, asset.isFavorite].includes(isFavorite) &&
      (personId === undefined || asset.people.some(({ id }) => id === personId)) &&
      !(withStacked && asset.stackParentId),
  )
}

function toStart(size: 'DAY' | 'MONTH', moment: string): string {
  const day = new Date(moment).toISOString().slice(0, 10)
  return `${size === 'DAY' ? day : `${day.slice(0, 7)}-01`}T00:00:00.000Z`
}
