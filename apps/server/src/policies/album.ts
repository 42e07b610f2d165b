import { ProblemError } from '../errors.js'
import type { AlbumAccess } from '../repositories/album/album-share.js'

/** Returns the album. Throws `not_found` when it was deleted meanwhile. */
export function requireAlbum<Row extends object>(album: Row | null): Row {
  if (album) return album
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
