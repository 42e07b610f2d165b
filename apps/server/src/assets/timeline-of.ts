import type { TimelineFilter } from '@media-library/contract'
import type { Database } from '../database/connect.js'
import { ProblemError } from '../errors.js'
import { requireSelf } from './access.js'
import { isVisibleAlbum } from './album-visibility.js'
import type { Timeline } from './timeline.js'

/** Returns the assets of a timeline; null for trashed ones, which are never listed. */
export async function timelineOf(
  database: Database,
  { albumId, userId, isTrashed, isArchived, isFavorite, personId, withStacked }: TimelineFilter,
  user: { id: string },
): Promise<Timeline | null> {
  requireSelf(user, userId)
  const filter = { userId: user.id, isArchived, isFavorite, personId, withStacked }
  if (albumId !== undefined && !(await isVisibleAlbum(database, { id: albumId, userId: user.id })))
    throw new ProblemError('not_found', 'There is no such album.')
  if (isTrashed) return null
  return { ...filter, albumId: albumId ?? null, ownerId: albumId === undefined ? user.id : (userId ?? null) }
}
