import type {
  AddUsersToAlbum,
  Album,
  AlbumFilter,
  AlbumView,
  BulkIdResult,
  BulkIds,
  CreateAlbum,
  LibraryEvent,
  UpdateAlbum,
} from '@media-library/contract/schemas'
import { listAlbums, listUserIds, requireAlbum, requireOwnAlbum } from '../access.js'
import { type Ask, isOwn, Refusal, requireUsable, toResults } from '../ask.js'
import { type AlbumRecord, compare, selectAssets, sendEvent, showAlbum } from '../store.js'

export const albums = {
  createAlbum(ask: Ask<CreateAlbum>) {
    const { store, caller, body } = ask
    const { assetIds = [], sharedWithUserIds = [], albumName, description = '' } = body
    requireUsable(ask, { assetIds, sharedWithUserIds })
    const { id } = store.fixtures.anAlbum()
    const sharedUserIds = [...new Set(sharedWithUserIds)].filter((userId) => userId !== caller.id)
    const createdAt = new Date().toISOString()
    const facts = { id, albumName, description, ownerId: caller.id, createdAt, updatedAt: createdAt }
    const album = { ...facts, assetIds: [...new Set(assetIds)], sharedUserIds }
    store.albums.set(id, album)
    sendEvent(store, [caller.id], { type: 'album.created', albumId: id })
    if (sharedUserIds.length > 0) change(ask, album, { type: 'album.shared', albumId: id, userIds: sharedUserIds })
    return showAlbum(store, caller, album)
  },

  addUsersToAlbum(ask: Ask<AddUsersToAlbum>) {
    const { store, caller, body } = ask
    const album = requireOwnAlbum(ask)
    requireUsable(ask, { sharedUserIds: body.sharedUserIds })
    const userIds = [...new Set(body.sharedUserIds)].filter((userId) => !listUserIds(album).includes(userId))
    album.sharedUserIds.push(...userIds)
    if (userIds.length > 0) change(ask, album, { type: 'album.shared', albumId: album.id, userIds })
    return showAlbum(store, caller, album)
  },

  removeUserFromAlbum(ask: Ask) {
    const { caller, userId = 'me' } = ask
    const removed = userId === 'me' ? caller.id : userId
    const album = removed === caller.id ? requireAlbum(ask) : requireOwnAlbum(ask)
    if (!album.sharedUserIds.includes(removed))
      throw new Refusal('not_found', 'The album is not shared with this user.')
    change(ask, album, { type: 'album.unshared', albumId: album.id, userIds: [removed] })
    album.sharedUserIds = album.sharedUserIds.filter((shared) => shared !== removed)
  },

  getAllAlbums(ask: Ask<unknown, AlbumFilter>) {
    const { shared, assetId } = ask.query
    const isWanted = (album: AlbumRecord) => {
      if (assetId !== undefined && !selectAssets(ask.store, album.assetIds).some(({ id }) => id === assetId))
        return false
      if (shared !== undefined) return shared === isShared(album)
      return assetId !== undefined || album.ownerId === ask.caller.id
    }
    const found = listAlbums(ask)
      .filter(isWanted)
      .map((album) => showAlbum(ask.store, ask.caller, album))
    return found.map(withoutAssets).sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id))
  },

  getAlbumCount(ask: Ask) {
    const visible = listAlbums(ask)
    const shared = visible.filter(isShared).length
    const owned = visible.filter(({ ownerId }) => ownerId === ask.caller.id).length
    return { owned, shared, notShared: visible.length - shared }
  },

  getAlbumInfo(ask: Ask<unknown, AlbumView>) {
    const album = showAlbum(ask.store, ask.caller, requireAlbum(ask))
    return ask.query.withoutAssets ? withoutAssets(album) : album
  },

  updateAlbumInfo(ask: Ask<UpdateAlbum>) {
    const { store, caller, body } = ask
    const album = requireOwnAlbum(ask)
    const { albumThumbnailAssetId: cover, albumName = album.albumName, description = album.description } = body
    const { order = album.order ?? 'desc' } = body
    if (cover !== undefined && !album.assetIds.includes(cover)) {
      const errors = [{ pointer: '/albumThumbnailAssetId', code: 'unusable_id', detail: 'is not in the album' }]
      throw new Refusal('unusable_ids', undefined, { errors })
    }
    const assetIds = [...new Set([...(cover === undefined ? [] : [cover]), ...album.assetIds])]
    Object.assign(album, { albumName, description, order, assetIds })
    change(ask, album)
    return withoutAssets(showAlbum(store, caller, album))
  },

  deleteAlbum(ask: Ask) {
    const album = requireOwnAlbum(ask)
    ask.store.albums.delete(album.id)
    change(ask, album, { type: 'album.deleted', albumId: album.id })
  },

  addAssetsToAlbum: (ask: Ask<BulkIds>) =>
    changeAssets(ask, (album, id) => {
      if (album.assetIds.includes(id)) return 'duplicate'
      if (!isOwn(ask, id)) return 'not_found'
      album.assetIds.push(id)
      return null
    }),

  removeAssetFromAlbum: (ask: Ask<BulkIds>) =>
    changeAssets(ask, (album, id) => {
      if (!album.assetIds.includes(id)) return 'not_found'
      if (album.ownerId !== ask.caller.id && !isOwn(ask, id)) return 'no_permission'
      album.assetIds = album.assetIds.filter((held) => held !== id)
      return null
    }),
}

function isShared({ sharedUserIds }: AlbumRecord): boolean {
  return sharedUserIds.length > 0
}

function withoutAssets(album: Album): Album {
  return { ...album, assets: [] }
}

function change({ store }: Ask, album: AlbumRecord, event?: LibraryEvent): void {
  album.updatedAt = new Date().toISOString()
  sendEvent(store, listUserIds(album), event ?? { type: 'album.updated', albumId: album.id })
}

function changeAssets(ask: Ask<BulkIds>, one: (album: AlbumRecord, id: string) => BulkIdResult['error'] | null) {
  const album = requireAlbum(ask)
  const results = toResults('id', ask.body.ids, (id) => one(album, id))
  if (results.some(({ success }) => success)) change(ask, album)
  return results
}
