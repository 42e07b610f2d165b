import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { always, withId, withKey } from '../responses.js'
import { initContract } from '../router.js'
import { Album } from '../schemas/album.js'
import { AlbumFilter, AlbumView } from '../schemas/album-query.js'
import { IfNoneMatch } from '../schemas/headers.js'
import { Id } from '../schemas/primitives.js'
import { mounted } from './mounted.js'

const c = initContract()

/** The operations that find and read albums. */
export const albums = c.router(
  {
    getAllAlbums: {
      method: 'GET',
      path: '/album',
      summary: 'List albums',
      description:
        "Returns the caller's own albums, or those that match a filter, newest `updatedAt` first. Their `assets` are `[]`, but " +
        'the counts are correct. With `limit`, it returns a page, and `Link` names the next.',
      query: AlbumFilter,
      responses: { 200: z.array(Album).describe('The albums, newest `updatedAt` first.'), ...always, ...withKey },
      metadata: { permission: 'album.read' } satisfies RouteMetadata,
    },
    getAlbumInfo: {
      method: 'GET',
      path: '/album/:id',
      summary: 'Read an album',
      description:
        'Returns an album with all of its assets, to its owner and its shared users. Without the permission `asset.read`, `assets` is `[]`.',
      pathParams: z.object({ id: Id }),
      query: AlbumView,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: { 200: Album, 304: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'album.read' } satisfies RouteMetadata,
    },
  },
  mounted,
)
