import { initContract } from '@ts-rest/core'
import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { always, withId, withKey } from '../responses.js'
import { Album } from '../schemas/album.js'
import { AlbumFilter, AlbumView } from '../schemas/album-query.js'
import { IfNoneMatch } from '../schemas/headers.js'
import { Id } from '../schemas/primitives.js'
import { mounted } from './mounted.js'

const c = initContract()

/** Finds the id of an album, and opens one. */
export const albums = c.router(
  {
    getAllAlbums: {
      method: 'GET',
      path: '/album',
      summary: 'List albums',
      description:
        'The albums that the caller owns, or those that a filter names, without their assets: `assets` is `[]`, and the ' +
        'counts are true. Newest `updatedAt` first; a page of them with `limit`, and `Link` names the next.',
      query: AlbumFilter,
      responses: { 200: z.array(Album).describe('The albums, newest `updatedAt` first.'), ...always, ...withKey },
      metadata: { permission: 'album.read' } satisfies RouteMetadata,
    },
    getAlbumInfo: {
      method: 'GET',
      path: '/album/:id',
      summary: 'Read an album',
      description: 'An album with all of its assets, for its owner and those with whom it is shared.',
      pathParams: z.object({ id: Id }),
      query: AlbumView,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: { 200: Album, 304: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'album.read' } satisfies RouteMetadata,
    },
  },
  mounted,
)
