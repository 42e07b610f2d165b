import type { RouteMetadata } from '../contract.js'

/** The ways to authenticate. One of them is enough. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key from `media-library key create`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key, or the `accessToken` of a session, as `Authorization: Bearer`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-media-library-session',
    description: 'The session of a browser, which the operation callback sets.',
  },
} as const

/** Returns the security requirements of a route with that permission; empty for a public route. */
export function securityOf(permission: RouteMetadata['permission']): Record<string, string[]>[] {
  return Object.keys(securitySchemes)
    .filter((scheme) => permission !== null && (permission !== 'session' || scheme !== 'apiKey'))
    .map((scheme) => ({ [scheme]: [] }))
}
