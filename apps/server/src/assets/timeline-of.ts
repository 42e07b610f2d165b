import type { TimelineFilter } from '@media-library/contract'
import type { Database } from '../database/connect.js'
import { ProblemError } from '../errors.js'
import { requireSelf } from './access.js'
import { isVisibleAlbum } from './album-visibility.js'
import type { Timeline } from './timeline.js'

/** Returns the assets of a timeline. Of what is in the trash, users see only their own. */
export async function timelineOf(
  database: Database,
  { albumId, userId, isTrashed = false, isArchived, isFavorite, personId, withStacked }: TimelineFilter,
  user: { id: string },
): Promise<Timeline> {
  requireSelf(user, userId)
  const filter = { userId: user.id, isTrashed, isArchived, isFavorite, personId, withStacked }
  if (albumId !== undefined && !(await isVisibleAlbum(database, { id: albumId, userId: user.id })))
    throw new ProblemError('not_found', 'There is no such album.')
  return {
    ...filter,
    albumId: albumId ?? null,
    ownerId: albumId === undefined || isTrashed ? user.id : (userId ?? null),
  }
}
