import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { always, withId, withKey } from '../responses.js'
import { initContract } from '../router.js'
import { Id } from '../schemas/primitives.js'
import { Tag } from '../schemas/tag.js'
import { mounted } from './mounted.js'

const c = initContract()

/** The operations that find tags. */
export const tags = c.router(
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
  },
  mounted,
)
