import * as z from 'zod'
import type { RouteMetadata } from '../route/metadata.js'
import { flag } from '../route/query.js'
import { always, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { User } from './schemas.js'

const UserFilter = z.object({
  isAll: flag().optional().describe('Has no effect: the list always has all active users and no others.'),
})

/** The operations that find users. */
export const user = c.router(
  {
    getAllUsers: {
      method: 'GET',
      path: '/user',
      summary: 'List the users',
      description: 'Returns all active users, including the caller, in the order in which they were added.',
      query: UserFilter,
      responses: { 200: z.array(User).describe('The users, oldest first.'), ...always, ...withKey },
      metadata: { permission: 'user.read' } satisfies RouteMetadata,
    },
    getMyUserInfo: {
      method: 'GET',
      path: '/user/me',
      summary: 'Read the caller',
      description: 'Returns the user whose key or session the request carries.',
      responses: { 200: User, ...always, ...withKey },
      metadata: { permission: 'user.read' } satisfies RouteMetadata,
    },
  },
  mounted,
)
