import type { Operation } from '../call/routes.js'
import type {
  Album,
  AlbumFilter,
  AlbumView,
  Asset,
  AssetFilter,
  AssetStatisticsFilter,
  TimeBucketFilter,
  TimelineFilter,
} from '../types/index.js'
import type { Ask } from './ask.js'
import { type AlbumRecord, showAlbum, showAssets, showUser } from './library.js'
import { Refusal, type Success } from './outcome.js'
import { answerPage, answerVersion, byCapture, type Order, sorted } from './page.js'
import { serverInfo } from './server-info.js'

type Looking<Query = object> = Ask<unknown, Query>

/** The rules of the look-ups. */
export const lookUps = {
  getAllTags: (ask: Looking) => ok(ownTags(ask)),
  getTagById: (ask: Looking) =>
    ok(
      requireFound(
        ownTags(ask).find(({ id }) => id === ask.id),
        'tag',
      ),
    ),
  getAllUsers: ({ library, caller }: Looking) =>
    ok(
      [...library.users.values()]
        .filter(({ deletedAt }) => deletedAt === null)
        .flatMap(({ id }) => showUser(library, id, caller.id)),
    ),
  getMyUserInfo: ({ library, caller }: Looking) => ok(showUser(library, caller.id, caller.id)[0]),
  getAllAlbums,
  getAlbumCount,
  getAlbumInfo,
  getAllAssets,
  getAssetStatistics,
  getTimeBuckets,
  getTimeBucket,
  getAssetInfo,
  ...serverInfo,
} satisfies Partial<Record<Operation, (ask: Looking<never>) => Success>>

const byChange: Order<Album> = { placeOf: ({ updatedAt: at, id }) => ({ at, id }), ids: 'asc' }

type Flags = Pick<AssetFilter, 'isArchived' | 'isFavorite'>

/** The asset of the path, which the caller sees. */
export function requireVisibleAsset(ask: Looking<unknown>): Asset {
  const { library, caller, id } = ask
  const albums = [...library.albums.values()].filter((album) => isVisible(album, ask))
  const isSeen = ({ ownerId, stackParentId }: Asset) =>
    ownerId === caller.id ||
    albums.some(({ assetIds }) => [id, stackParentId ?? id].some((one) => assetIds.includes(one)))
  return requireFound(showAssets(library, [id]).find(isSeen), 'asset')
}

function ok(body: unknown): Success {
  return { status: 200, body }
}

function ownTags({ library, caller }: Looking) {
  return [...library.tags.values()]
    .filter(({ userId }) => userId === caller.id)
    .map(({ assetIds: _, ...tag }) => tag)
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
}

function requireFound<Found>(found: Found | undefined, noun: string): Found {
  if (found === undefined) throw new Refusal('not_found', `There is no such ${noun}.`)
  return found
}

function getAllAlbums(ask: Looking<AlbumFilter>): Success {
  const { library, caller, query } = ask
  const { shared, assetId } = query
  const isWanted = ({ ownerId, assetIds }: AlbumRecord, album: Album) => {
    if (assetId !== undefined && showAssets(library, assetIds).every(({ id }) => id !== assetId)) return false
    if (shared === true) return album.shared || ownerId !== caller.id
    if (shared === false) return ownerId === caller.id && !album.shared
    return assetId !== undefined || ownerId === caller.id
  }
  const albums = [...library.albums.values()]
    .filter((record) => isVisible(record, ask))
    .map((record) => ({ record, album: show(ask, record, true) }))
    .flatMap(({ record, album }) => (isWanted(record, album) ? [album] : []))
  return answerPage('/api/album', sorted(albums, byChange), query, byChange)
}

function isVisible({ ownerId, sharedUserIds }: AlbumRecord, { caller }: Looking<unknown>): boolean {
  return ownerId === caller.id || sharedUserIds.includes(caller.id)
}

function show({ library, fixtures, caller }: Looking<unknown>, album: AlbumRecord, minimal: boolean): Album {
  return showAlbum(library, fixtures, album, { callerId: caller.id, minimal })
}

function getAlbumCount(ask: Looking): Success {
  const albums = [...ask.library.albums.values()].filter((album) => isVisible(album, ask))
  const isOwn = ({ ownerId }: AlbumRecord) => ownerId === ask.caller.id
  const isShared = (album: AlbumRecord) => !isOwn(album) || show(ask, album, true).shared
  return ok({
    owned: albums.filter(isOwn).length,
    shared: albums.filter(isShared).length,
    notShared: albums.filter((album) => !isShared(album)).length,
  })
}

function getAlbumInfo(ask: Looking<AlbumView>): Success {
  return answerVersion(ok(show(ask, visibleAlbum(ask, ask.id), ask.query.withoutAssets ?? false)), ask.headers)
}

function visibleAlbum(ask: Looking<unknown>, id: string): AlbumRecord {
  const album = ask.library.albums.get(id)
  return requireFound(album && isVisible(album, ask) ? album : undefined, 'album')
}

function getAllAssets(ask: Looking<AssetFilter>): Success {
  const { query, headers } = ask
  const { updatedAfter, updatedBefore, skip = 0, take } = query
  requireSelf(ask, query.userId)
  const assets = listOwn(ask, query)
    .filter(({ updatedAt }) => updatedAfter === undefined || Date.parse(updatedAt) >= Date.parse(updatedAfter))
    .filter(({ updatedAt }) => updatedBefore === undefined || Date.parse(updatedAt) <= Date.parse(updatedBefore))
    .slice(skip, take === undefined ? undefined : skip + take)
  return answerVersion(answerPage('/api/asset', assets, query, byCapture), headers)
}

function requireSelf({ caller }: Looking<unknown>, userId: string | undefined): void {
  if (userId === undefined || userId === caller.id) return
  throw new Refusal('not_found', 'There is no such user, or you may not list their assets.')
}

function listOwn({ library, caller }: Looking<unknown>, { isArchived, isFavorite }: Flags): Asset[] {
  return showAssets(library, library.assets.keys()).filter(
    (asset) =>
      asset.ownerId === caller.id &&
      [undefined, asset.isArchived].includes(isArchived) &&
      [undefined, asset.isFavorite].includes(isFavorite),
  )
}

function getAssetStatistics(ask: Looking<AssetStatisticsFilter>): Success {
  const assets = ask.query.isTrashed ? [] : listOwn(ask, ask.query)
  const numberOf = (kind: string) => assets.filter(({ type }) => type === kind).length
  return ok({ images: numberOf('IMAGE'), videos: numberOf('VIDEO'), total: assets.length })
}

function getTimeBuckets(ask: Looking<TimelineFilter>): Success {
  const { size, order } = ask.query
  const counts = new Map<string, number>()
  for (const { localDateTime } of listTimeline(ask)) {
    const start = startOf(size, localDateTime)
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  const buckets = [...counts].map(([timeBucket, count]) => ({ timeBucket, count }))
  const sign = order === 'asc' ? 1 : -1
  return ok(buckets.sort((a, b) => (a.timeBucket < b.timeBucket ? -sign : sign)))
}

function listTimeline(ask: Looking<TimelineFilter>): Asset[] {
  const { library, query } = ask
  const { albumId, userId, isTrashed, personId, withStacked } = query
  requireSelf(ask, userId)
  const album = albumId === undefined ? null : visibleAlbum(ask, albumId)
  const flagged = ({ isArchived, isFavorite }: Asset) =>
    [undefined, isArchived].includes(query.isArchived) && [undefined, isFavorite].includes(query.isFavorite)
  return (album ? showAssets(library, album.assetIds).filter(flagged) : listOwn(ask, query))
    .filter(() => !isTrashed)
    .filter(({ ownerId }) => userId === undefined || ownerId === userId)
    .filter(({ people = [] }) => personId === undefined || people.some(({ id }) => id === personId))
    .filter(({ stackParentId }) => !withStacked || !stackParentId)
}

function startOf(size: 'DAY' | 'MONTH', moment: string): string {
  const day = new Date(moment).toISOString().slice(0, size === 'DAY' ? 10 : 7)
  return `${size === 'DAY' ? day : `${day}-01`}T00:00:00.000Z`
}

function getTimeBucket(ask: Looking<TimeBucketFilter>): Success {
  const { size, timeBucket, order } = ask.query
  const start = startOf(size, timeBucket)
  const assets = listTimeline(ask).filter(({ localDateTime }) => startOf(size, localDateTime) === start)
  return ok(order === 'asc' ? assets.reverse() : assets)
}

function getAssetInfo(ask: Looking): Success {
  return ok(requireVisibleAsset(ask))
}
