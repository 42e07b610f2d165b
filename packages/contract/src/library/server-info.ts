import { initContract } from '@ts-rest/core'
import type { RouteMetadata } from '../contract.js'
import { always } from '../responses.js'
import { ServerConfig, ServerMediaTypes, ServerPing, ServerVersion } from '../schemas/server-info.js'
import { mounted } from './mounted.js'

const c = initContract()

/** What programs ask before anything else. None of it needs a key. */
export const serverInfo = c.router(
  {
    getServerVersion: {
      method: 'GET',
      path: '/server-info/version',
      summary: 'Read the version of the service',
      description: 'The version of the service that answers.',
      responses: { 200: ServerVersion, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    pingServer: {
      method: 'GET',
      path: '/server-info/ping',
      summary: 'Ask whether the service answers',
      description: 'Says `pong`, without asking the database.',
      responses: { 200: ServerPing, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    getServerConfig: {
      method: 'GET',
      path: '/server-info/config',
      summary: 'Read what a login page needs',
      description: 'What a front end needs before anybody has signed in.',
      responses: { 200: ServerConfig, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
    getSupportedMediaTypes: {
      method: 'GET',
      path: '/server-info/media-types',
      summary: 'List the types of files that are taken',
      description: 'How the names of the files end that the service takes. Their content decides in the end.',
      responses: { 200: ServerMediaTypes, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
  },
  mounted,
)
