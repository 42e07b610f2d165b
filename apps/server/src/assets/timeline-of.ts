import type { TimelineFilter } from '@media-library/contract'
import { requireAlbum } from '../albums/access.js'
import { isVisibleAlbum } from '../albums/visible-album.js'
import type { Database } from '../database/connect.js'
import { requireSelf } from './access.js'
import type { Timeline } from './timeline.js'

/** Returns the assets of a timeline; null for trashed ones, which are never listed. */
export async function timelineOf(
  database: Database,
  { albumId, userId, isTrashed, isArchived, isFavorite, personId, withStacked }: TimelineFilter,
  user: { id: string },
): Promise<Timeline | null> {
  requireSelf(user, userId)
  const filter = { userId: user.id, isArchived, isFavorite, personId, withStacked }
  if (albumId !== undefined)
    requireAlbum((await isVisibleAlbum(database, { id: albumId, userId: user.id })) ? {} : null)
  if (isTrashed) return null
  return { ...filter, albumId: albumId ?? null, ownerId: albumId === undefined ? user.id : (userId ?? null) }
}
