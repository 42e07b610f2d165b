import type { RouteMetadata } from '../contract.js'

/** Each is a way to say who calls; one of them is enough. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key that `media-library key create` made.',
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
    description: 'The session of a browser, which callback sets.',
  },
} as const

/** What a route with that permission asks of its caller; an empty list: nothing. */
export const securityOf = (permission: RouteMetadata['permission']): Record<string, string[]>[] =>
  Object.keys(securitySchemes)
    .filter((scheme) => permission !== null && (permission !== 'session' || scheme !== 'apiKey'))
    .map((scheme) => ({ [scheme]: [] }))
