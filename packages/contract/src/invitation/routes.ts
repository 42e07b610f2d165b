import * as z from 'zod'
import { Problem } from '../problem/problem.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { CreateInvitation, Invitation, InvitationWithCode } from './schemas.js'

const pathParams = z.object({ id: Id })
const permission = 'user.create'

/** The operations with which administrators invite people. Immich has none of them. */
export const invitation = c.router(
  {
    getInvitations: {
      method: 'GET',
      path: '/invitation',
      summary: 'List the open invitations',
      description:
        'Returns the links that were neither used nor withdrawn and have not expired, newest first. Only for administrators.',
      responses: { 200: z.array(Invitation).describe('The invitations, newest first.'), ...always, ...withKey },
      metadata: { permission } satisfies RouteMetadata,
    },
    createInvitation: {
      method: 'POST',
      path: '/invitation',
      summary: 'Invite somebody',
      description:
        'Adds a user without a password, and returns the code of a link that signs them in, once, within 7 days. Only this answer ' +
        'contains the code. Only for administrators.',
      body: CreateInvitation,
      responses: { 201: InvitationWithCode, ...always, ...withBody, ...withKey, 409: Problem },
      metadata: { permission, bodyLimit: 32 * KIB, problems: ['user_exists'] } satisfies RouteMetadata,
    },
    renewInvitation: {
      method: 'POST',
      path: '/invitation/:id',
      summary: 'Invite a user again',
      description:
        'Returns the code of a new link for an active user, such as one who forgot their password. The former link ends. Their ' +
        'password ends when the link is used, so that they can choose another. Only for administrators.',
      pathParams,
      body: c.noBody(),
      responses: { 201: InvitationWithCode, ...always, ...withKey, ...withId },
      metadata: { permission } satisfies RouteMetadata,
    },
    deleteInvitation: {
      method: 'DELETE',
      path: '/invitation/:id',
      summary: 'Withdraw an invitation',
      description: 'Ends the link of a user, who stays a user. Only for administrators.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission } satisfies RouteMetadata,
    },
  },
  mounted,
)
