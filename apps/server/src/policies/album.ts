import { ProblemError } from '../errors.js'
import type { AlbumAccess } from '../repositories/album.js'

/** Only the owner goes on. A shared user is refused; to anybody else the album does not exist. */
export function requireOwner(user: { id: string }, album: AlbumAccess | null): asserts album is AlbumAccess {
  if (album?.ownerId === user.id) return
  if (album?.sharedUsers.some(({ userId }) => userId === user.id)) {
    throw new ProblemError('forbidden', 'Only the owner of the album may add users to it.')
  }
  throw new ProblemError('not_found', 'There is no such album.')
}
