import * as z from 'zod'
import { fileResponses } from '../file/responses.js'
import { fileHeaders } from '../file/schemas.js'
import { Problem } from '../problem/problem.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { flag } from '../route/query.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import {
  CreateProfileImage,
  CreateUser,
  DeleteUser,
  ProfileImage,
  ProfileImageVersion,
  UpdateUser,
  User,
} from './schemas.js'

const UserFilter = z.object({
  isAll: flag()
    .optional()
    .describe('With false, administrators also get the users who were deleted. Others always get the active users.'),
})

const pathParams = z.object({ id: Id })
const withLast = { 409: Problem }

/** The operations that find users, and those with which administrators manage them. */
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
    getUserById: {
      method: 'GET',
      path: '/user/info/:id',
      summary: 'Read a user',
      description: 'Returns an active user. Administrators also read users who were deleted.',
      pathParams,
      responses: { 200: User, ...always, ...withKey, ...withId },
      metadata: { permission: 'user.read' } satisfies RouteMetadata,
    },
    createProfileImage: {
      method: 'POST',
      path: '/user/profile-image',
      summary: 'Set the own picture',
      description:
        'Makes a photo the picture of the caller, in place of the former one. Only its middle is kept: a square of at most 250 px, ' +
        'without the metadata of the photo.',
      contentType: 'multipart/form-data',
      body: CreateProfileImage,
      responses: { 201: ProfileImage, ...always, ...withBody, ...withKey, 507: Problem },
      metadata: {
        permission: 'user.update',
        isUpload: true,
        problems: ['malformed_form', 'not_media'],
      } satisfies RouteMetadata,
    },
    deleteProfileImage: {
      method: 'DELETE',
      path: '/user/profile-image',
      summary: 'Remove the own picture',
      description: 'Removes the picture of the caller. Without one, nothing happens.',
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey },
      metadata: { permission: 'user.update' } satisfies RouteMetadata,
    },
    getProfileImage: {
      method: 'GET',
      path: '/user/profile-image/:id',
      summary: 'Load the picture of a user',
      description:
        'Returns the picture of a user whom the caller sees. A browser checks its copy each time, unless `v` names the picture.',
      pathParams,
      query: ProfileImageVersion,
      headers: fileHeaders,
      responses: fileResponses('image/jpeg'),
      metadata: { permission: 'user.read', answers: ['file'] } satisfies RouteMetadata,
    },
    createUser: {
      method: 'POST',
      path: '/user',
      summary: 'Add a user',
      description:
        'Adds a user with a first password, which they are asked to change. Only for administrators. createInvitation needs ' +
        'no password.',
      body: CreateUser,
      responses: { 201: User, ...always, ...withBody, ...withKey, 409: Problem },
      metadata: { permission: 'user.create', bodyLimit: 32 * KIB, problems: ['user_exists'] } satisfies RouteMetadata,
    },
    updateUser: {
      method: 'PUT',
      path: '/user',
      summary: 'Change a user',
      description:
        'Changes a user. Everybody may change their own name, colour and memories; the rest is for administrators. The last ' +
        'administrator stays one (409 `last_administrator`).',
      body: UpdateUser,
      responses: { 200: User, ...always, ...withBody, ...withKey, ...withId, ...withLast },
      metadata: {
        permission: 'user.update',
        bodyLimit: 32 * KIB,
        problems: ['user_exists', 'last_administrator'],
      } satisfies RouteMetadata,
    },
    deleteUser: {
      method: 'DELETE',
      path: '/user/:id',
      summary: 'Delete a user',
      description:
        'Locks a user out within a second on every server; restoreUser lets them in again. With `force`, also deletes their ' +
        'albums, tags, keys and uploaded files for good; the files of imported folders stay. Their assets are gone some time ' +
        'after the answer. Only for administrators; the last one stays (409 `last_administrator`).',
      pathParams,
      body: DeleteUser,
      responses: { 200: User, ...always, ...withBody, ...withKey, ...withId, ...withLast },
      metadata: {
        permission: 'user.delete',
        bodyLimit: 32 * KIB,
        problems: ['last_administrator'],
      } satisfies RouteMetadata,
    },
    restoreUser: {
      method: 'POST',
      path: '/user/:id/restore',
      summary: 'Restore a user',
      description: 'Lets a deleted user in again, with their keys and sessions. Only for administrators.',
      pathParams,
      body: c.noBody(),
      responses: { 201: User, ...always, ...withKey, ...withId },
      metadata: { permission: 'user.delete' } satisfies RouteMetadata,
    },
  },
  mounted,
)
