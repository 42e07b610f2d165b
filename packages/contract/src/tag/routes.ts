import * as z from 'zod'
import { Problem } from '../problem/problem.js'
import { AssetIdResult, AssetIds } from '../route/id-results.js'
import { KIB, LIST_OF_IDS, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { CreateTag, Tag, UpdateTag } from './schemas.js'

const withName = { 409: Problem }
const pathParams = z.object({ id: Id })
const results = z.array(AssetIdResult).describe('A result for each id, in the order of the list.')

/** The operations around tags. */
export const tag = c.router(
  {
    getAllTags: {
      method: 'GET',
      path: '/tag',
      summary: 'List the tags of the caller',
      description: 'Returns all tags of the caller, by name.',
      responses: { 200: z.array(Tag).describe('The tags, by name.'), ...always, ...withKey },
      metadata: { permission: 'tag.read' } satisfies RouteMetadata,
    },
    getTagById: {
      method: 'GET',
      path: '/tag/:id',
      summary: 'Read a tag',
      description: 'Returns a tag of the caller.',
      pathParams: z.object({ id: Id }),
      responses: { 200: Tag, ...always, ...withKey, ...withId },
      metadata: { permission: 'tag.read' } satisfies RouteMetadata,
    },
    createTag: {
      method: 'POST',
      path: '/tag',
      summary: 'Create a tag',
      description:
        'Creates a tag of the caller, which is not on any asset yet. A name that another tag of the caller has ' +
        'is answered with 409 `name_taken`. A caller can have 100,000 tags; one more is answered with 409 ' +
        '`limit_reached`.',
      body: CreateTag,
      responses: { 201: Tag, ...always, ...withBody, ...withKey, ...withName },
      metadata: {
        permission: 'tag.create',
        bodyLimit: 32 * KIB,
        problems: ['name_taken', 'limit_reached'],
      } satisfies RouteMetadata,
    },
    updateTag: {
      method: 'PATCH',
      path: '/tag/:id',
      summary: 'Rename a tag',
      description: 'Gives a tag of the caller another name. It remains on its assets.',
      pathParams,
      body: UpdateTag,
      responses: { 200: Tag, ...always, ...withBody, ...withKey, ...withId, ...withName },
      metadata: { permission: 'tag.update', bodyLimit: 32 * KIB, problems: ['name_taken'] } satisfies RouteMetadata,
    },
    deleteTag: {
      method: 'DELETE',
      path: '/tag/:id',
      summary: 'Delete a tag',
      description: 'Deletes a tag of the caller for good. The assets that have it are kept.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'tag.delete' } satisfies RouteMetadata,
    },
    tagAssets: {
      method: 'PUT',
      path: '/tag/:id/assets',
      summary: 'Tag assets',
      description:
        'Adds a tag of the caller to assets of the caller. An id that cannot be tagged is reported, and does not stop the others.',
      pathParams,
      body: AssetIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'tag.update', bodyLimit: LIST_OF_IDS + KIB } satisfies RouteMetadata,
    },
    untagAssets: {
      method: 'DELETE',
      path: '/tag/:id/assets',
      summary: 'Remove a tag from assets',
      description: 'Removes a tag of the caller from assets. It does not come back when their files contain it.',
      pathParams,
      body: AssetIds,
      responses: { 200: results, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'tag.update', bodyLimit: LIST_OF_IDS + KIB } satisfies RouteMetadata,
    },
  },
  mounted,
)
