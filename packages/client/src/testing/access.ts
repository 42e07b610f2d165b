import type { Asset } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from './ask.js'
import { type AlbumRecord, selectAssets } from './store.js'

/** Returns the album of the path, or another one, if the caller may see it. */
export function requireAlbum({ store, caller, id }: Ask, albumId: string = id): AlbumRecord {
  const album = store.albums.get(albumId)
  return requireFound(album && listUserIds(album).includes(caller.id) ? album : undefined, 'album')
}

/** Returns the album of the path if the caller owns it. */
export function requireOwnAlbum(ask: Ask): AlbumRecord {
  const album = requireAlbum(ask)
  if (album.ownerId !== ask.caller.id) throw new Refusal('forbidden', 'Only the owner of the album may do this.')
  return album
}

/** Lists the albums that the caller owns or shares. */
export function listAlbums({ store, caller }: Ask): AlbumRecord[] {
  return [...store.albums.values()].filter((album) => listUserIds(album).includes(caller.id))
}

/** Lists the owner and the shared users of an album. */
export function listUserIds({ ownerId, sharedUserIds }: AlbumRecord): string[] {
  return [ownerId, ...sharedUserIds]
}

/**
 * Returns the asset of the path: the caller's, which may be in the trash, or one in an album that the caller may see.
 */
export function requireVisibleAsset(ask: Ask): Asset {
  const { store, caller, id } = ask
  const isTrashed = store.assets.get(id)?.isTrashed ?? false
  const [asset] = selectAssets(store, [id], isTrashed)
  const isSeen =
    asset?.ownerId === caller.id || (!isTrashed && listAlbums(ask).some(({ assetIds }) => assetIds.includes(id)))
  return requireFound(isSeen ? asset : undefined, 'asset')
}
