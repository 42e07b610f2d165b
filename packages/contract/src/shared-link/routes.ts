import * as z from 'zod'
import { Problem } from '../problem/problem.js'
import { AssetIdResult, AssetIds } from '../route/id-results.js'
import { KIB, LIST_OF_IDS, type RouteMetadata, TEXTS } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { ShareKey } from '../route/query.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { CreateSharedLink, SharedLink, SharedLinkVisit, SharePassword, UpdateSharedLink } from './schemas.js'

const pathParams = z.object({ id: Id })
const results = z.array(AssetIdResult).describe('A result for each id, in the order of the list.')

/** The operations around links for people without an account. */
export const sharedLink = c.router(
  {
    getAllSharedLinks: {
      method: 'GET',
      path: '/shared-link',
      summary: 'List the links of the caller',
      description: 'Returns all links of the caller, including expired ones, newest first.',
      responses: { 200: z.array(SharedLink).describe('The links, newest first.'), ...always, ...withKey },
      metadata: { permission: 'sharedLink.read' } satisfies RouteMetadata,
    },
    createSharedLink: {
      method: 'POST',
      path: '/shared-link',
      summary: 'Create a link',
      description:
        "Creates a link by which everybody who has its key sees the caller's own album, or chosen assets of the caller. A caller " +
        'can have 1,000 links; one more is answered with 409 `limit_reached`.',
      body: CreateSharedLink,
      responses: { 201: SharedLink, ...always, ...withBody, ...withKey, 409: Problem },
      metadata: {
        permission: 'sharedLink.create',
        bodyLimit: LIST_OF_IDS + TEXTS,
        problems: ['unusable_ids', 'limit_reached'],
      } satisfies RouteMetadata,
    },
    getMySharedLink: {
      method: 'GET',
      path: '/shared-link/me',
      summary: 'Open a link',
      description:
        'Returns the link whose key the request carries, to a visitor. A wrong, an expired and a removed link get the same 404. A link ' +
        'with a password is answered with 401 `password_needed` until the request has the password, or the `token` of an earlier ' +
        'answer, which browsers keep in a cookie.',
      query: SharedLinkVisit,
      headers: { 'x-immich-share-password': SharePassword.optional() },
      responses: { 200: SharedLink, ...always, ...withKey, ...withId },
      metadata: { permission: 'any', visitor: 'look', answers: ['cookie'] } satisfies RouteMetadata,
    },
    getSharedLinkById: {
      method: 'GET',
      path: '/shared-link/:id',
      summary: 'Read a link',
      description: 'Returns a link of the caller, with its key.',
      pathParams,
      responses: { 200: SharedLink, ...always, ...withKey, ...withId },
      metadata: { permission: 'sharedLink.read' } satisfies RouteMetadata,
    },
    updateSharedLink: {
      method: 'PATCH',
      path: '/shared-link/:id',
      summary: 'Change a link',
      description:
        'Changes what a link of the caller allows, its password, its description or its expiry. Its key stays.',
      pathParams,
      body: UpdateSharedLink,
      responses: { 200: SharedLink, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'sharedLink.update', bodyLimit: TEXTS } satisfies RouteMetadata,
    },
    removeSharedLink: {
      method: 'DELETE',
      path: '/shared-link/:id',
      summary: 'Remove a link',
      description:
        'Removes a link of the caller. On every server, its visitors see nothing more within a second, and what they are downloading ' +
        'or uploading ends.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'sharedLink.delete' } satisfies RouteMetadata,
    },
    addSharedLinkAssets: {
      method: 'PUT',
      path: '/shared-link/:id/assets',
      summary: 'Add assets to a link',
      description:
        "Adds the caller's own assets to a link of chosen assets. An id that cannot be added is reported, and does not stop the " +
        'others. What visitors upload is in the link already: they get `duplicate` for it, and `not_found` for all else.',
      pathParams,
      query: ShareKey,
      body: AssetIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: {
        permission: 'sharedLink.update',
        visitor: 'upload',
        bodyLimit: LIST_OF_IDS + KIB,
      } satisfies RouteMetadata,
    },
    removeSharedLinkAssets: {
      method: 'DELETE',
      path: '/shared-link/:id/assets',
      summary: 'Remove assets from a link',
      description: 'Removes assets from a link of chosen assets. The assets themselves stay.',
      pathParams,
      query: z.object({ key: z.string().max(512).optional().describe('Has no effect: visitors remove nothing.') }),
      body: AssetIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'sharedLink.update', bodyLimit: LIST_OF_IDS + KIB } satisfies RouteMetadata,
    },
  },
  mounted,
)
