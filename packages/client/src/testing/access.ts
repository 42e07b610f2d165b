import type { Asset } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from './ask.js'
import { type AlbumRecord, showAssets } from './library.js'

/** Returns the album of the path, or another one, if the caller may see it. */
export function requireAlbum({ library, caller, id }: Ask, albumId: string = id): AlbumRecord {
  const album = library.albums.get(albumId)
  return requireFound(album && usersOf(album).includes(caller.id) ? album : undefined, 'album')
}

/** Returns the album of the path if the caller owns it. */
export function requireOwnAlbum(ask: Ask): AlbumRecord {
  const album = requireAlbum(ask)
  if (album.ownerId !== ask.caller.id) throw new Refusal('forbidden', 'Only the owner of the album may do this.')
  return album
}

/** Lists the albums that the caller owns or shares. */
export function listAlbums({ library, caller }: Ask): AlbumRecord[] {
  return [...library.albums.values()].filter((album) => usersOf(album).includes(caller.id))
}

/** Lists the owner and the shared users of an album. */
export function usersOf({ ownerId, sharedUserIds }: AlbumRecord): string[] {
  return [ownerId, ...sharedUserIds]
}

/**
 * Returns the asset of the path: the caller's, which may be in the trash, or one in an album that the caller may see.
 */
export function requireVisibleAsset(ask: Ask): Asset {
  const { library, caller, id } = ask
  const isTrashed = library.assets.get(id)?.isTrashed ?? false
  const [asset] = showAssets(library, [id], isTrashed)
  const isSeen =
    asset?.ownerId === caller.id || (!isTrashed && listAlbums(ask).some(({ assetIds }) => assetIds.includes(id)))
  return requireFound(isSeen ? asset : undefined, 'asset')
}
