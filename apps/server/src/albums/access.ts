import { ProblemError } from '../errors.js'

/** The owner of an album and some of its shared users, among them the one who asks if they are one. */
export interface AlbumAccess {
  id: string
  ownerId: string
  sharedUsers: { userId: string }[]
}

/** The access of a caller who may see the album: one who is not its owner is a shared user. */
export function accessOf({ id, ownerId }: Pick<AlbumAccess, 'id' | 'ownerId'>, callerId: string): AlbumAccess {
  return { id, ownerId, sharedUsers: ownerId === callerId ? [] : [{ userId: callerId }] }
}

/** Returns what was found of the album. Throws `not_found` when there is none that the caller may see. */
export function requireAlbum<Found>(album: Found | null): Found {
  if (album !== null) return album
  throw notFound()
}

/**
 * Throws unless the user is the owner: `forbidden` for a shared user, and `not_found` for anybody else. `action` is what only the
 * owner may do.
 */
export function requireOwner(
  user: { id: string },
  album: AlbumAccess | null,
  action: 'add users to it' | 'take users off it' | 'change it' | 'delete it',
): asserts album is AlbumAccess {
  if (album?.ownerId === user.id) return
  if (album?.sharedUsers.some(({ userId }) => userId === user.id)) {
    throw new ProblemError('forbidden', `Only the owner of the album may ${action}.`)
  }
  throw notFound()
}

/** Throws `forbidden` unless the caller's scopes include `album.share`. */
export function requireSharing(mayShare: boolean): void {
  if (!mayShare) throw new ProblemError('forbidden', "The key's scopes do not include album.share.")
}

function notFound() {
  return new ProblemError('not_found', 'There is no such album.')
}

/** Throws `unusable_ids` unless the asset can be the cover, because the album lists it. */
export function requireCover(assetId: string | undefined, isUsable: boolean): void {
  if (isUsable) return
  const errors = [
    { pointer: '/albumThumbnailAssetId', code: 'unusable_id', detail: `There is no ${assetId} in the album.` },
  ]
  throw new ProblemError('unusable_ids', 'The cover is not an asset of the album. Nothing was written.', { errors })
}
