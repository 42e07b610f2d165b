import type { TimelineFilter } from '@media-library/contract'
import type { Database } from '../../database/connect.js'
import { requireAlbum } from '../../policies/album.js'
import { requireSelf } from '../../policies/asset.js'
import { isVisibleAlbum } from '../../repositories/album/visible-album.js'
import type { Timeline } from '../../repositories/asset/timeline.js'

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
