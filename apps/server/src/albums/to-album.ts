import type { Album, Asset } from '@media-library/contract'
import { type JsonList, jsonObject, type WrittenBody } from '../answers/sent-body.js'
import { toUser } from '../users/to-user.js'
import type { AlbumRow } from './album.js'

/** Converts an album to the form for `viewerId`, without its assets. */
export function toAlbum(row: AlbumRow, viewerId: string): Omit<Album, 'assets'> {
  return {
    albumName: row.albumName,
    albumThumbnailAssetId: row.coverId,
    assetCount: row.assetCount,
    createdAt: row.createdAt.toISOString(),
    description: row.description,
    ...(row.endDate && { endDate: row.endDate.toISOString() }),
    hasSharedLink: row.hasSharedLink,
    id: row.id,
    isActivityEnabled: row.isActivityEnabled,
    ...(row.lastModified && { lastModifiedAssetTimestamp: row.lastModified.toISOString() }),
    order: row.isOldestFirst ? 'asc' : 'desc',
    owner: toUser(row.owner, viewerId),
    ownerId: row.ownerId,
    shared: row.sharedUsers.length > 0,
    sharedUsers: row.sharedUsers.map((user) => toUser(user, viewerId)),
    ...(row.startDate && { startDate: row.startDate.toISOString() }),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Converts an album to the form for visitors of a link to it: they learn of no other users, and of the owner only the name. */
export function toVisitedAlbum(row: AlbumRow): Omit<Album, 'assets'> {
  const owner = { ...toUser(row.owner, ''), email: '', isAdmin: false, profileImagePath: '' }
  return { ...toAlbum({ ...row, sharedUsers: [] }, ''), owner, shared: true }
}

/** Combines an album with its assets, which already are JSON, to the body of a response. */
export function albumText(album: Omit<Album, 'assets'>, assets: JsonList<Asset>): WrittenBody<Album> {
  return jsonObject(album, 'assets', assets, {})
}
