import type { RouteMetadata } from '../route/metadata.js'
import { always } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { ServerConfig, ServerMediaTypes, ServerPing, ServerVersion } from './schemas.js'

/** The operations that a program calls first. None of them needs a key. */
export const server = c.router(
  {
    getServerVersion: {
      method: 'GET',
      path: '/server-info/version',
      summary: 'Read the version of the service',
      description: 'Returns the version of the service.',
      responses: { 200: ServerVersion, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    pingServer: {
      method: 'GET',
      path: '/server-info/ping',
      summary: 'Check that the service responds',
      description: 'Returns `pong` without a query to the database.',
      responses: { 200: ServerPing, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    getServerConfig: {
      method: 'GET',
      path: '/server-info/config',
      summary: 'Read the settings of a login page',
      description: 'Returns the settings that a front end needs before a user has signed in.',
      responses: { 200: ServerConfig, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    getSupportedMediaTypes: {
      method: 'GET',
      path: '/server-info/media-types',
      summary: 'List the supported file extensions',
      description:
        'Returns the extensions of the files that the service accepts. The content of a file decides whether it is accepted.',
      responses: { 200: ServerMediaTypes, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
  },
  mounted,
)
