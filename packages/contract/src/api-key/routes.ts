import * as z from 'zod'
import { Problem } from '../problem/problem.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { ApiKey, ApiKeyWithSecret, CreateApiKey, UpdateApiKey } from './schemas.js'

const withLimit = { 409: Problem }
const pathParams = z.object({ id: Id })

/** The operations with which users manage their API keys. */
export const apiKey = c.router(
  {
    getApiKeys: {
      method: 'GET',
      path: '/api-key',
      summary: 'List the keys of the caller',
      description: 'Returns all keys of the caller, including expired ones, newest first, without their secrets.',
      responses: { 200: z.array(ApiKey).describe('The keys, newest first.'), ...always, ...withKey },
      metadata: { permission: 'key.read' } satisfies RouteMetadata,
    },
    createApiKey: {
      method: 'POST',
      path: '/api-key',
      summary: 'Create a key',
      description:
        'Creates a key of the caller. Only this answer contains its secret. The key has all scopes of the ' +
        'caller, or those of them that `scopes` lists; 403 `forbidden` names the scopes that the caller does ' +
        'not have. It expires no later than the key of the caller. A caller can have 1,000 keys; one more is answered with 409 `limit_reached`.',
      body: CreateApiKey,
      responses: { 201: ApiKeyWithSecret, ...always, ...withBody, ...withKey, ...withLimit },
      metadata: { permission: 'key.create', bodyLimit: 32 * KIB, problems: ['limit_reached'] } satisfies RouteMetadata,
    },
    getApiKey: {
      method: 'GET',
      path: '/api-key/:id',
      summary: 'Read a key',
      description: 'Returns a key of the caller without its secret.',
      pathParams,
      responses: { 200: ApiKey, ...always, ...withKey, ...withId },
      metadata: { permission: 'key.read' } satisfies RouteMetadata,
    },
    updateApiKey: {
      method: 'PUT',
      path: '/api-key/:id',
      summary: 'Rename a key',
      description: 'Gives a key of the caller another name. Its scopes and its expiry do not change.',
      pathParams,
      body: UpdateApiKey,
      responses: { 200: ApiKey, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'key.update', bodyLimit: 32 * KIB } satisfies RouteMetadata,
    },
    deleteApiKey: {
      method: 'DELETE',
      path: '/api-key/:id',
      summary: 'Revoke a key',
      description:
        'Revokes a key of the caller and ends its sessions, on every server within a second. A request may ' +
        'revoke its own key.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'key.delete' } satisfies RouteMetadata,
    },
  },
  mounted,
)
