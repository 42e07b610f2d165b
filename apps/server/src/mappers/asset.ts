import type { Asset } from '@media-library/contract'
import type { AssetPartRow, AssetRow } from '../repositories/asset.js'
import { toExifInfo, toSmartInfo } from './exif-info.js'
import { toPeople } from './person.js'
import { toTags } from './tag.js'

const NO_DURATION = '0:00:00.00000'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const stackParentOf = ({ id, stack }: AssetPartRow): string | null => {
  const primary = stack?.primaryAsset
  return primary && primary.id !== id && primary.deletedAt === null ? primary.id : null
}

const toStackMember = (row: AssetPartRow): Asset => ({
  checksum: base64(row.checksum),
  deviceAssetId: row.deviceAssetId,
  deviceId: row.deviceId,
  duration: row.duration ?? NO_DURATION,
  ...(row.exif && { exifInfo: toExifInfo(row.exif) }),
  fileCreatedAt: row.fileCreatedAt.toISOString(),
  fileModifiedAt: row.fileModifiedAt.toISOString(),
  hasMetadata: row.exif !== null,
  id: row.id,
  isArchived: row.isArchived,
  isExternal: row.isExternal,
  isFavorite: row.isFavorite,
  isOffline: row.isOffline,
  isReadOnly: row.isReadOnly,
  isTrashed: row.deletedAt !== null,
  libraryId: row.libraryId,
  livePhotoVideoId: row.livePhotoVideoId,
  localDateTime: row.localDateTime.toISOString(),
  originalFileName: row.originalFileName,
  originalPath: row.originalPath,
  ownerId: row.ownerId,
  people: toPeople(row.faces),
  resized: row.resized,
  ...(row.smartInfo && { smartInfo: toSmartInfo(row.smartInfo) }),
  stackCount: 0,
  stackParentId: stackParentOf(row),
  tags: toTags(row.tags.map(({ tag }) => tag)),
  thumbhash: row.thumbhash && base64(row.thumbhash),
  type: row.type,
  updatedAt: row.updatedAt.toISOString(),
})

/** An asset, the same wherever it appears; `stack` is there on the primary asset of a stack only. */
export const toAsset = (row: AssetRow): Asset => {
  const asset = toStackMember(row)
  if (!row.primaryOf) return asset
  const stack = row.primaryOf.assets.filter(({ id }) => id !== row.id).map(toStackMember)
  return { ...asset, stack, stackCount: stack.length }
}
