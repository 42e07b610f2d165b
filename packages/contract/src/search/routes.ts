import { KIB, type RouteMetadata } from '../route/metadata.js'
import { always, withBody, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { SearchMetadata, SearchResult, SearchWords } from './schemas.js'

/** The operations that find assets by what is known of them. */
export const search = c.router(
  {
    search: {
      method: 'GET',
      path: '/search',
      summary: "Search the caller's own assets by words",
      description: "Returns a page of the caller's own assets that have these words, newest first.",
      query: SearchWords,
      responses: { 200: SearchResult, ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    searchMetadata: {
      method: 'POST',
      path: '/search/metadata',
      summary: "Search the caller's own assets",
      description:
        "Returns a page of the caller's own assets that fit all filters, newest first. What was changed is found at once.",
      body: SearchMetadata,
      responses: { 200: SearchResult, ...always, ...withBody, ...withKey },
      metadata: { permission: 'asset.read', bodyLimit: 128 * KIB, isQuestion: true } satisfies RouteMetadata,
    },
  },
  mounted,
)
