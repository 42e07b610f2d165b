import * as z from 'zod'
import { Asset } from '../asset/schemas.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { always, withBody, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { Explored, Place, PlaceFilter, Suggestion, SuggestionFilter } from './facets.js'
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
    getSearchSuggestions: {
      method: 'GET',
      path: '/search/suggestions',
      summary: 'List the places or cameras of the caller',
      description: "Returns the values of a field of the caller's own assets, by name.",
      query: SuggestionFilter,
      responses: { 200: z.array(Suggestion).describe('The values, by name.'), ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    searchPlaces: {
      method: 'GET',
      path: '/search/places',
      summary: 'List the places of the caller',
      description:
        "Returns the places where the caller's own assets were taken, those with most assets first, each with a cover. " +
        'Places without coordinates are left out.',
      query: PlaceFilter,
      responses: { 200: z.array(Place).describe('The places, those with most assets first.'), ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getExploreData: {
      method: 'GET',
      path: '/search/explore',
      summary: 'List what the caller has most',
      description: "Returns the most frequent cities and cameras of the caller's own assets, each with an asset.",
      responses: { 200: z.array(Explored).describe('The fields that have values.'), ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getAssetsByCity: {
      method: 'GET',
      path: '/search/cities',
      summary: 'List an asset of each city',
      description: "Returns the newest of the caller's own assets of each city, for the 1,000 cities that have most.",
      responses: { 200: z.array(Asset).describe('The assets, newest first.'), ...always, ...withKey },
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
