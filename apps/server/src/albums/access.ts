import { ProblemError } from '../errors.js'

/** Returns the album. Throws `not_found` when there is none that the caller may see. */
export function requireAlbum<Found>(album: Found | null): Found {
  if (album !== null) return album
  throw new ProblemError('not_found', 'There is no such album.')
}

/**
 * Throws unless the user is the owner: `forbidden` for a shared user, and `not_found` for anybody else, to whom a statement gives
 * null. `action` is what only the owner may do.
 */
export function requireOwner<Found extends { ownerId: string }>(
  user: { id: string },
  album: Found | null,
  action: 'add users to it' | 'take users off it' | 'change it' | 'delete it',
): asserts album is Found {
  if (requireAlbum(album).ownerId === user.id) return
  throw new ProblemError('forbidden', `Only the owner of the album may ${action}.`)
}

/** Throws `forbidden` unless the caller's scopes include `album.share`. */
export function requireSharing(mayShare: boolean): void {
  if (!mayShare) throw new ProblemError('forbidden', "The key's scopes do not include album.share.")
}

/** Throws `unusable_ids` unless the asset can be the cover, because the album lists it. */
export function requireCover(assetId: string | undefined, isUsable: boolean): void {
  if (isUsable) return
  const errors = [
    { pointer: '/albumThumbnailAssetId', code: 'unusable_id', detail: `There is no ${assetId} in the album.` },
  ]
  throw new ProblemError('unusable_ids', 'The cover is not an asset of the album. Nothing was written.', { errors })
}
