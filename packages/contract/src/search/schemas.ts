import * as z from 'zod'
import { Asset } from '../asset/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id } from '../route/primitives.js'

const searchMetadata = z
  .strictObject({
    id: Id.optional().describe('Only the asset of this id.'),
    isVisible: z.literal(true).optional().describe('Has no effect: the videos of live photos are never listed.'),
    page: z.int().min(1).max(1_000_000_000).optional().describe('The `nextPage` of the page before; 1 by default.'),
    size: z.int().min(1).max(1_000).optional().describe('The number of assets of a page; 250 by default.'),
    withDeleted: z.boolean().optional().describe('Whether assets in the trash are listed, too; by default not.'),
    withExif: z.boolean().optional().describe('Has no effect: assets always have their metadata.'),
  })
  .describe("The filters of a search of the caller's own assets. Any other filter is refused by its name.")
  .register(examples, { example: { page: 1, size: 100, withExif: true } })
export interface SearchMetadata extends Fields<typeof searchMetadata> {}
export interface SearchMetadataSchema extends NamedObject<typeof searchMetadata, SearchMetadata> {}
export const SearchMetadata: SearchMetadataSchema = searchMetadata

const count = z.int().describe('The number of items of this page, as in Immich.')
const facets = z.array(z.string()).describe('Empty.')

const searchResult = z
  .object({
    albums: z
      .object({ count, facets, items: z.array(z.string()).describe('Empty.'), total: count })
      .describe('No albums are searched.'),
    assets: z
      .object({
        count,
        facets,
        nextPage: z.string().nullable().describe('The `page` of the next page; null at the end.'),
        total: count,
        items: z.array(Asset).describe('The assets, newest first.'),
      })
      .describe('A page of the assets that were found.'),
  })
  .describe('What a search found.')
  .register(examples, {
    example: {
      albums: { count: 0, facets: [], items: [], total: 0 },
      assets: {
        count: 1,
        facets: [],
        nextPage: null,
        total: 1,
        items: [{ ...requireExample(Asset), id: sample.photo }],
      },
    },
  })
export interface SearchResult extends Fields<typeof searchResult> {}
export interface SearchResultSchema extends NamedObject<typeof searchResult, SearchResult> {}
export const SearchResult: SearchResultSchema = searchResult
