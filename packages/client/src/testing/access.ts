import type { Asset } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from './ask.js'
import { type AlbumRecord, showAssets } from './library.js'

/** The album of the path, or another, which the caller may see. */
export function requireAlbum({ library, caller, id }: Ask, albumId: string = id): AlbumRecord {
  const album = library.albums.get(albumId)
  return requireFound(album && usersOf(album).includes(caller.id) ? album : undefined, 'album')
}

/** The album of the path, which is the caller's. */
export function requireOwnAlbum(ask: Ask): AlbumRecord {
  const album = requireAlbum(ask)
  if (album.ownerId !== ask.caller.id) throw new Refusal('forbidden', 'Only the owner of the album may do this.')
  return album
}

/** The albums that the caller owns or shares. */
export function listAlbums({ library, caller }: Ask): AlbumRecord[] {
  return [...library.albums.values()].filter((album) => usersOf(album).includes(caller.id))
}

/** The owner and the shared users of an album. */
export function usersOf({ ownerId, sharedUserIds }: AlbumRecord): string[] {
  return [ownerId, ...sharedUserIds]
}

/** The asset of the path, which is the caller's, even in the trash, or in an album that the caller may see. */
export function requireVisibleAsset(ask: Ask): Asset {
  const { library, caller, id } = ask
  const isTrashed = library.assets.get(id)?.isTrashed ?? false
  const [asset] = showAssets(library, [id], isTrashed)
  const isSeen =
    asset?.ownerId === caller.id || (!isTrashed && listAlbums(ask).some(({ assetIds }) => assetIds.includes(id)))
  return requireFound(isSeen ? asset : undefined, 'asset')
}
