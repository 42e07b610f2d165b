import { ProblemError } from '../errors.js'
import type { AlbumAccess } from '../repositories/album/album-share.js'

/** Returns what was found of the album. Throws `not_found` when there is none that the caller may see. */
export function requireAlbum<Found>(album: Found | null): Found {
  if (album !== null) return album
  throw notFound()
}

/** Throws unless the user is the owner: `forbidden` for a shared user, and `not_found` for anybody else. */
export function requireOwner(user: { id: string }, album: AlbumAccess | null): asserts album is AlbumAccess {
  if (album?.ownerId === user.id) return
  if (album?.sharedUsers.some(({ userId }) => userId === user.id)) {
    throw new ProblemError('forbidden', 'Only the owner of the album may add users to it.')
  }
  throw notFound()
}

function notFound() {
  return new ProblemError('not_found', 'There is no such album.')
}
