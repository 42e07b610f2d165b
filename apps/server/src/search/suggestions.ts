import type { Asset, SuggestionType } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { deriveOnce } from '../answers/remembered.js'
import { joinItems, jsonList } from '../answers/sent-body.js'
import { readChosen, readChosenList } from '../assets/read-chosen.js'
import { type Facet, joinFacets, readFacets, readPlaces } from './facets.js'
import { foldWords, hasBeginnings } from './fold-words.js'

const fields = {
  city: 'city',
  state: 'state',
  country: 'country',
  'camera-make': 'make',
  'camera-model': 'model',
} as const satisfies Record<SuggestionType, keyof Facet>

export const getSearchSuggestions: Handler<'getSearchSuggestions'> = async (
  { query: { type, ...wanted }, caller: { user } },
  { database },
) => {
  const facets = await readFacets(database, user.id)
  const fitting = facets.filter((facet) =>
    (['country', 'state', 'make', 'model'] as const).every(
      (name) => wanted[name] === undefined || wanted[name] === facet[name],
    ),
  )
  const values = new Set(fitting.map((facet) => facet[fields[type]]))
  return { status: 200, body: sortValues(facets)[type].filter((value) => values.has(value)) }
}

/** A collator compares several times as fast as `localeCompare`. */
const { compare } = new Intl.Collator()

/** Sorts the values of each field, which takes long for thousands. */
const sortValues = deriveOnce((facets: Facet[]) => {
  const sort = (field: (typeof fields)[SuggestionType]) =>
    [...new Set(facets.flatMap((facet) => facet[field] || []))].sort(compare)
  return {
    city: sort('city'),
    state: sort('state'),
    country: sort('country'),
    'camera-make': sort('make'),
    'camera-model': sort('model'),
  } satisfies Record<SuggestionType, string[]>
})

export const searchPlaces: Handler<'searchPlaces'> = async (
  { query: { name = '' }, caller: { user } },
  { database },
) => {
  const wanted = foldWords(name)
  const places = await readPlaces(database, user.id)
  const found = places.flatMap(({ folded, text }) => (text !== null && hasBeginnings(folded, wanted) ? [text] : []))
  return { status: 200, body: jsonList(joinItems(found)) }
}

/** The most frequent values of a field that a page of Immich shows. */
const SHOWN = 30

export const getExploreData: Handler<'getExploreData'> = async ({ caller: { user }, endTurn }, { database }) => {
  const facets = await readFacets(database, user.id)
  const found = findMost(facets)
  const ids = found.flatMap(({ values }) => values.map(({ coverId }) => coverId))
  const assets = await readChosen(database, [...new Set(ids)], { readerId: user.id, endTurn })
  const byId = new Map<string, Asset>(assets.map((asset) => [asset.id, asset]))
  const body = found.map(({ fieldName, values }) => ({
    fieldName,
    items: values.flatMap(({ value, coverId }) => {
      const data = byId.get(coverId)
      return data ? [{ value, data }] : []
    }),
  }))
  return { status: 200, body: body.filter(({ items }) => items.length > 0) }
}

/** Finds the most frequent values of each field, which takes long for thousands. */
const findMost = deriveOnce((facets: Facet[]) =>
  (['city', 'make', 'model'] as const).map((name) => ({
    fieldName: `exifInfo.${name}`,
    values: joinFacets(facets, (facet) => facet[name])
      .slice(0, SHOWN)
      .map((facet) => ({ value: facet[name] ?? '', coverId: facet.coverId })),
  })),
)

const MOST_CITIES = 1_000

export const getAssetsByCity: Handler<'getAssetsByCity'> = async ({ caller: { user }, endTurn }, { database }) => {
  const cities = await readPlaces(database, user.id)
  const ids = cities.slice(0, MOST_CITIES).map(({ coverId }) => coverId)
  return { status: 200, body: jsonList(await readChosenList(database, ids, { readerId: user.id, endTurn })) }
}
