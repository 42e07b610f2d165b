import * as z from 'zod'
import { Asset } from '../asset/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { text } from '../route/primitives.js'

export const SuggestionType = z
  .enum(['country', 'state', 'city', 'camera-make', 'camera-model'])
  .describe('What is suggested.')
export type SuggestionType = z.infer<typeof SuggestionType>

const only = (what: string) => text(1_000).optional().describe(`Only of assets with this ${what}.`)

const suggestionFilter = z
  .object({
    type: SuggestionType,
    country: only('country'),
    state: only('state'),
    make: only('make of the camera'),
    model: only('model of the camera'),
  })
  .describe('The query of getSearchSuggestions.')
  .register(examples, { example: { type: 'city', country: 'Portugal' } })
export interface SuggestionFilter extends Fields<typeof suggestionFilter> {}
export interface SuggestionFilterSchema extends NamedObject<typeof suggestionFilter, SuggestionFilter> {}
export const SuggestionFilter: SuggestionFilterSchema = suggestionFilter

export const Suggestion = z
  .string()
  .describe('A place, or the make or model of a camera.')
  .register(examples, { example: 'Lisbon' })

const placeFilter = z
  .object({
    name: text(256)
      .optional()
      .describe(
        'The beginning of a word of the city, state or country, without regard to case and accents; all by default.',
      ),
  })
  .describe('The query of searchPlaces.')
export interface PlaceFilter extends Fields<typeof placeFilter> {}
export interface PlaceFilterSchema extends NamedObject<typeof placeFilter, PlaceFilter> {}
export const PlaceFilter: PlaceFilterSchema = placeFilter

const place = z
  .object({
    name: z.string().describe('The city.'),
    admin1name: z.string().optional().describe('The state.'),
    admin2name: z.string().optional().describe('The country.'),
    latitude: z.number().describe('A latitude near its assets.'),
    longitude: z.number().describe('A longitude near its assets.'),
    count: z.int().describe('The number of assets; at least 1.'),
    coverId: z.string().describe('The id of the newest asset.'),
  })
  .describe("A place of the caller's own assets.")
  .register(examples, {
    example: {
      name: 'Lisbon',
      admin1name: 'Lisbon',
      admin2name: 'Portugal',
      latitude: 38.72,
      longitude: -9.14,
      count: 12,
      coverId: sample.photo,
    },
  })
export interface Place extends Fields<typeof place> {}
export interface PlaceSchema extends NamedObject<typeof place, Place> {}
export const Place: PlaceSchema = place

const exploreItem = z.object({
  value: z.string().describe('The value of the field.'),
  data: Asset.describe('The newest asset that has it.'),
})

const explored = z
  .object({
    fieldName: z.string().describe('The field: `exifInfo.city`, `exifInfo.make` or `exifInfo.model`.'),
    items: z.array(exploreItem.describe('A value, with an asset.')).describe('Its most frequent values; up to 30.'),
  })
  .describe("The most frequent values of a field of the caller's own assets.")
  .register(examples, {
    example: {
      fieldName: 'exifInfo.city',
      items: [{ value: 'Lisbon', data: { ...requireExample(Asset), id: sample.photo } }],
    },
  })
export interface Explored extends Fields<typeof explored> {}
export interface ExploredSchema extends NamedObject<typeof explored, Explored> {}
export const Explored: ExploredSchema = explored
