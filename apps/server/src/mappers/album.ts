import type { Album } from '@media-library/contract'
import type { AlbumRow } from '../repositories/album.js'
import type { AssetRow } from '../repositories/asset.js'
import { toAsset } from './asset.js'
import { toUser } from './user.js'

/** An album as `viewerId` may see it. Without `assets`, in a minimal answer, the list is empty and the count true. */
export const toAlbum = (row: AlbumRow, assets: AssetRow[], viewerId: string): Album => ({
  albumName: row.albumName,
  albumThumbnailAssetId: row.albumThumbnailAssetId,
  assetCount: row.summary.assetCount,
  assets: assets.map(toAsset),
  createdAt: row.createdAt.toISOString(),
  description: row.description,
  ...(row.summary.endDate && { endDate: row.summary.endDate.toISOString() }),
  hasSharedLink: false,
  id: row.id,
  isActivityEnabled: row.isActivityEnabled,
  ...(row.summary.lastModified && { lastModifiedAssetTimestamp: row.summary.lastModified.toISOString() }),
  owner: toUser(row.owner, viewerId),
  ownerId: row.ownerId,
  shared: row.sharedUsers.length > 0,
  sharedUsers: row.sharedUsers.map(({ user }) => toUser(user, viewerId)),
  ...(row.summary.startDate && { startDate: row.summary.startDate.toISOString() }),
  updatedAt: row.updatedAt.toISOString(),
})
