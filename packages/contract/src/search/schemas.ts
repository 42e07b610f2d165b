import * as z from 'zod'
import { AssetOrder } from '../asset/queries.js'
import { Asset, AssetType } from '../asset/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id, text } from '../route/primitives.js'
import { flag, moment, whole } from '../route/query.js'

const words = text(256).describe(
  'Words that an asset must have in its name, description, albums, tags, people, places or camera, without regard to case and accents. ' +
    'The last one may be the beginning of a word. A year, a month (`june 2019`, `Juni 2019`) or a date is also the time when it was taken.',
)
const page = z.int().min(1).max(1_000_000_000).optional().describe('The `nextPage` of the page before; 1 by default.')
const name = (of: string) => text(1_000).optional().describe(`Only assets with this ${of}.`)
const flagFor = (what: string) =>
  z.boolean().optional().describe(`\`true\` for only ${what}, \`false\` for only the others; both by default.`)
const time = (what: string) => ({
  after: moment().optional().describe(`Only assets ${what} then or later.`),
  before: moment().optional().describe(`Only assets ${what} then or earlier.`),
})
const [created, taken, trashed, updated] = ['added', 'taken', 'moved to the trash', 'changed'].map(time) as [
  ReturnType<typeof time>,
  ReturnType<typeof time>,
  ReturnType<typeof time>,
  ReturnType<typeof time>,
]

const searchMetadata = z
  .strictObject({
    q: words.optional(),
    id: Id.optional().describe('Only the asset of this id.'),
    checksum: z
      .stringFormat('SHA-1', /^([A-Za-z0-9+/]{27}=|[0-9a-fA-F]{40})$/)
      .optional()
      .describe('Only assets with this SHA-1, in base64 or hexadecimal.'),
    city: name('city'),
    country: name('country'),
    state: name('state'),
    make: name('make of the camera'),
    model: name('model of the camera'),
    lensModel: name('lens'),
    originalFileName: name('name'),
    originalPath: name('path').meta({ maxLength: 4_096 }),
    deviceAssetId: name('id on their device'),
    deviceId: name('device'),
    libraryId: Id.optional().describe('Only assets of this library.'),
    type: AssetType.optional().describe('Only assets of this type.'),
    isArchived: flagFor('archived assets'),
    isFavorite: flagFor('favourites'),
    isExternal: flagFor('imported assets'),
    isMotion: flagFor('live photos'),
    isNotInAlbum: z.boolean().optional().describe('`true` for only assets that no album has.'),
    isOffline: flagFor('assets whose file is missing'),
    isReadOnly: flagFor('assets whose file is read only'),
    isVisible: z.literal(true).optional().describe('Has no effect: the videos of live photos are never listed.'),
    personIds: z.array(Id).max(100).optional().describe('Only assets that show all of these people.'),
    createdAfter: created.after,
    createdBefore: created.before,
    takenAfter: taken.after,
    takenBefore: taken.before,
    trashedAfter: trashed.after,
    trashedBefore: trashed.before,
    updatedAfter: updated.after,
    updatedBefore: updated.before,
    order: AssetOrder.optional().describe('`desc`, newest first, by default.'),
    page,
    size: z.int().min(1).max(1_000).optional().describe('The number of assets of a page; 250 by default.'),
    withArchived: z.boolean().optional().describe('`false` leaves archived assets out.'),
    withDeleted: z.boolean().optional().describe('Whether assets in the trash are listed, too; by default not.'),
    withExif: z.boolean().optional().describe('Has no effect: assets always have their metadata.'),
    withPeople: z.boolean().optional().describe('Has no effect: assets always have their people.'),
    withStacked: z.boolean().optional().describe('Has no effect: assets always have their stack.'),
  })
  .describe("What a search of the caller's own assets asks for. Any other filter is refused by its name.")
  .register(examples, { example: { q: 'lisbon june 2019', page: 1, size: 100 } })
export interface SearchMetadata extends Fields<typeof searchMetadata> {}
export interface SearchMetadataSchema extends NamedObject<typeof searchMetadata, SearchMetadata> {}
export const SearchMetadata: SearchMetadataSchema = searchMetadata

const searchWords = z
  .object({
    q: words.optional(),
    query: words.optional().describe('As `q`.'),
    motion: flag().optional().describe('`true` for only live photos, `false` for only the others; both by default.'),
    type: AssetType.optional().describe('Only assets of this type.'),
    page: whole(1, 1_000_000_000).optional().describe('The `nextPage` of the page before; 1 by default.'),
    size: whole(1, 1_000).optional().describe('The number of assets of a page; 250 by default.'),
    withArchived: flag().optional().describe('`false` leaves archived assets out.'),
    clip: flag().optional().describe('Has no effect: words are compared, not pictures.'),
    smart: flag().optional().describe('Has no effect: words are compared, not pictures.'),
    recent: flag().optional().describe('Has no effect: the newest assets come first.'),
  })
  .describe('The query of search.')
  .register(examples, { example: { q: 'lisbon june 2019' } })
export interface SearchWords extends Fields<typeof searchWords> {}
export interface SearchWordsSchema extends NamedObject<typeof searchWords, SearchWords> {}
export const SearchWords: SearchWordsSchema = searchWords

const count = z.int().describe('The number of items of this page.')
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
        total: z.int().describe('The number of assets that were found, counted up to 1,000.'),
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
