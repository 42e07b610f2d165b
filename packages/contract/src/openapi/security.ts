import type { RouteMetadata } from '../route/metadata.js'
import { scopes } from '../route/permissions.js'

const scopeList = Object.entries(scopes).map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)

/** The ways to authenticate. One of them is enough. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: [
      'A key from `media-library key create`. Its scopes decide what its user can see and do with it:\n',
      ...scopeList,
    ].join('\n'),
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key, or the `accessToken` of a session, as `Authorization: Bearer`.',
  },
  userToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-immich-user-token',
    description: 'A key, or the `accessToken` of a session, where programs for Immich send it.',
  },
  shareKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'The key of a link, for its visitors; also in the header `x-immich-share-key`. The `token` of a link with a password goes ' +
      'into the header `x-immich-share-token`, or a cookie.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-media-library-session',
    description: 'The session of a browser, which the operations for signing in set.',
  },
} as const

/** Returns the security requirements of a route, each with the scope; empty for a public route. */
export function toSecurity({
  permission,
  visitor,
}: Pick<RouteMetadata, 'permission' | 'visitor'>): Record<string, string[]>[] {
  if (permission === null) return []
  const needed = permission === 'any' || permission === 'key' ? [] : [permission]
  return Object.keys(securitySchemes)
    .filter((scheme) => permission !== 'key' || scheme !== 'session')
    .filter((scheme) => visitor !== undefined || scheme !== 'shareKey')
    .map((scheme) => ({ [scheme]: scheme === 'shareKey' ? [] : needed }))
}
