import type { BulkIdResult, BulkIds, UpdateAlbum } from '../../types/index.js'
import type { Ask } from '../ask.js'
import { tell } from '../events.js'
import { type AlbumRecord, showAlbum } from '../library.js'
import { Refusal, type Success } from '../outcome.js'

/** The rules of the operations that change albums. */
export const albumChanges = {
  updateAlbumInfo,
  deleteAlbum,
  removeUserFromAlbum,
  addAssetsToAlbum,
  removeAssetFromAlbum,
}

function updateAlbumInfo(ask: Ask<UpdateAlbum>): Success {
  const { library, fixtures, caller, id, body } = ask
  const album = requireAlbum(ask)
  if (album.ownerId !== caller.id) throw new Refusal('forbidden', 'Only the owner of the album may change it.')
  const { albumThumbnailAssetId: cover, albumName = album.albumName, description = album.description } = body
  if (cover !== undefined && !album.assetIds.includes(cover)) {
    const detail = `There is no ${cover} in the album.`
    throw new Refusal('unusable_ids', 'The cover is not an asset of the album. Nothing was written.', {
      errors: [{ pointer: '/albumThumbnailAssetId', code: 'unusable_id', detail }],
    })
  }
  const assetIds = [...new Set([...(cover === undefined ? [] : [cover]), ...album.assetIds])]
  const isChanged =
    albumName !== album.albumName || description !== album.description || assetIds[0] !== album.assetIds[0]
  if (isChanged) {
    Object.assign(album, { albumName, description, assetIds, updatedAt: new Date().toISOString() })
    tell(library, [album.ownerId, ...album.sharedUserIds], { type: 'album.updated', albumId: id })
  }
  return { status: 200, body: showAlbum(library, fixtures, album, { callerId: caller.id, minimal: true }) }
}

function deleteAlbum(ask: Ask<unknown>): Success {
  const { library, caller, id } = ask
  const album = requireAlbum(ask)
  if (album.ownerId !== caller.id) throw new Refusal('forbidden', 'Only the owner of the album may delete it.')
  library.albums.delete(id)
  tell(library, [album.ownerId, ...album.sharedUserIds], { type: 'album.deleted', albumId: id })
  return { status: 204 }
}

function removeUserFromAlbum(ask: Ask<unknown>): Success {
  const { library, caller, id } = ask
  const album = requireAlbum(ask)
  const userId = ask.userId === 'me' || ask.userId === undefined ? caller.id : ask.userId
  if (userId !== caller.id && album.ownerId !== caller.id)
    throw new Refusal('forbidden', 'Only the owner of the album may take users off it.')
  if (!album.sharedUserIds.includes(userId)) throw new Refusal('not_found', 'The album is not shared with this user.')
  const told = [album.ownerId, ...album.sharedUserIds]
  album.sharedUserIds = album.sharedUserIds.filter((shared) => shared !== userId)
  album.updatedAt = new Date().toISOString()
  tell(library, told, { type: 'album.unshared', albumId: id, userIds: [userId] })
  return { status: 204 }
}

function addAssetsToAlbum(ask: Ask<BulkIds>): Success {
  const { library, caller } = ask
  return change(ask, (album, id) => {
    const asset = library.assets.get(id)
    const isHeld = album.assetIds.includes(id)
    if (!asset || asset.isTrashed || !(isHeld || asset.ownerId === caller.id)) return 'not_found'
    if (isHeld) return 'duplicate'
    album.assetIds.push(id)
    return null
  })
}

function removeAssetFromAlbum(ask: Ask<BulkIds>): Success {
  const { library, caller } = ask
  return change(ask, (album, id) => {
    const asset = library.assets.get(id)
    if (!asset || asset.isTrashed || !album.assetIds.includes(id)) return 'not_found'
    if (![album.ownerId, asset.ownerId].includes(caller.id)) return 'no_permission'
    album.assetIds = album.assetIds.filter((held) => held !== id)
    return null
  })
}

type Fault = NonNullable<BulkIdResult['error']>

function change(ask: Ask<BulkIds>, one: (album: AlbumRecord, id: string) => Fault | null): Success {
  const { library, id: albumId, body } = ask
  const album = requireAlbum(ask)
  const results = body.ids.map((id): BulkIdResult => {
    const error = one(album, id)
    return error === null ? { id, success: true } : { id, success: false, error }
  })
  if (results.some(({ success }) => success)) {
    album.updatedAt = new Date().toISOString()
    tell(library, [album.ownerId, ...album.sharedUserIds], { type: 'album.updated', albumId })
  }
  return { status: 200, body: results }
}

function requireAlbum({ library, caller, id }: Ask<unknown>): AlbumRecord {
  const album = library.albums.get(id)
  if (album && [album.ownerId, ...album.sharedUserIds].includes(caller.id)) return album
  throw new Refusal('not_found', 'There is no such album.')
}
