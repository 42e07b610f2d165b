import * as z from 'zod'
import { IfNoneMatch } from '../route/headers.js'
import { BulkIdResult, BulkIds } from '../route/id-results.js'
import { KIB, LIST_OF_IDS, type RouteMetadata, TEXTS } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { ShareKey } from '../route/query.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { Album, AlbumCount, AlbumFilter, AlbumView, UpdateAlbum } from './schemas.js'

const UserInAlbum = z.union([Id, z.literal('me')]).describe('The id of a shared user, or `me` for the caller.')

const results = z.array(BulkIdResult).describe('A result for each id, in the order of the list.')

/** The operations around albums. */
export const album = c.router(
  {
    getAllAlbums: {
      method: 'GET',
      path: '/album',
      summary: 'List albums',
      description:
        "Returns the caller's own albums, or those that match a filter, newest `updatedAt` first. Their `assets` are `[]`, but " +
        'the counts are correct.',
      query: AlbumFilter,
      responses: { 200: z.array(Album).describe('The albums, newest `updatedAt` first.'), ...always, ...withKey },
      metadata: { permission: 'album.read', answers: ['pages'] } satisfies RouteMetadata,
    },
    getAlbumCount: {
      method: 'GET',
      path: '/album/count',
      summary: 'Count albums',
      description: 'Counts the albums that the caller owns, shares and is shared with.',
      responses: { 200: AlbumCount, ...always, ...withKey },
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
      metadata: { permission: 'album.read', visitor: 'look', answers: ['etag'] } satisfies RouteMetadata,
    },
    updateAlbumInfo: {
      method: 'PATCH',
      path: '/album/:id',
      summary: 'Rename an album',
      description:
        "Changes the name, the description or the cover of the caller's own album. The `assets` of the answer are `[]`, but the " +
        'counts are correct.',
      pathParams: z.object({ id: Id }),
      body: UpdateAlbum,
      responses: { 200: Album, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'album.update', bodyLimit: TEXTS, problems: ['unusable_ids'] } satisfies RouteMetadata,
    },
    deleteAlbum: {
      method: 'DELETE',
      path: '/album/:id',
      summary: 'Delete an album',
      description: "Deletes the caller's own album for good. Its assets are kept.",
      pathParams: z.object({ id: Id }),
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'album.delete' } satisfies RouteMetadata,
    },
    removeUserFromAlbum: {
      method: 'DELETE',
      path: '/album/:id/user/:userId',
      summary: 'Remove a user from an album',
      description:
        'Removes a user from an album. Its owner may remove any shared user, and a shared user only themselves, also as `me`. The ' +
        'assets that they added stay in it.',
      pathParams: z.object({ id: Id, userId: UserInAlbum }),
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'album.delete' } satisfies RouteMetadata,
    },
    addAssetsToAlbum: {
      method: 'PUT',
      path: '/album/:id/assets',
      summary: 'Add assets to an album',
      description:
        "Adds the caller's own assets to an album that the caller owns or is shared with. An id that cannot be added is reported, " +
        'and does not stop the others. The first asset of an empty album becomes its cover.',
      pathParams: z.object({ id: Id }),
      query: ShareKey,
      body: BulkIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'album.update', visitor: 'upload', bodyLimit: LIST_OF_IDS + KIB } satisfies RouteMetadata,
    },
    removeAssetFromAlbum: {
      method: 'DELETE',
      path: '/album/:id/assets',
      summary: 'Remove assets from an album',
      description:
        'Removes assets from an album. Its owner may remove any, and a shared user those of their own. The assets themselves stay. ' +
        'When the cover is removed, the newest asset becomes the cover.',
      pathParams: z.object({ id: Id }),
      body: BulkIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'album.update', bodyLimit: LIST_OF_IDS + KIB } satisfies RouteMetadata,
    },
  },
  mounted,
)
