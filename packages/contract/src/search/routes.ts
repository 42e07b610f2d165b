import { KIB, type RouteMetadata } from '../route/metadata.js'
import { always, withBody, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { SearchMetadata, SearchResult } from './schemas.js'

/** The operations that find assets by what is known of them. */
export const search = c.router(
  {
    searchMetadata: {
      method: 'POST',
      path: '/search/metadata',
      summary: "Search the caller's own assets",
      description:
        "Returns a page of the caller's own assets, newest first. Each page is counted from the newest asset.",
      body: SearchMetadata,
      responses: { 200: SearchResult, ...always, ...withBody, ...withKey },
      metadata: { permission: 'asset.read', bodyLimit: 32 * KIB, isQuestion: true } satisfies RouteMetadata,
    },
  },
  mounted,
)
