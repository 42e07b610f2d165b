import type { Asset, MemoryDay, PlaceFilter, RandomAssets, SuggestionFilter } from '@media-library/contract/schemas'
import type { Ask } from '../ask.js'
import { compare, selectAssets } from '../store.js'
import { fold } from './search.js'

const fields = {
  city: 'city',
  state: 'state',
  country: 'country',
  'camera-make': 'make',
  'camera-model': 'model',
} as const

/** What the library of the caller has: places, cameras, days of earlier years. */
export const facets = {
  getSearchSuggestions(ask: Ask<unknown, SuggestionFilter>) {
    const { type, ...wanted } = ask.query
    const fitting = listOwn(ask).filter(({ exifInfo }) =>
      (['country', 'state', 'make', 'model'] as const).every((name) =>
        [undefined, exifInfo?.[name]].includes(wanted[name]),
      ),
    )
    return [...new Set(fitting.flatMap(({ exifInfo }) => exifInfo?.[fields[type]] || []))].sort(compare)
  },

  searchPlaces(ask: Ask<unknown, PlaceFilter>) {
    const wanted = fold(ask.query.name ?? '')
    return groupByPlace(listOwn(ask)).flatMap((assets) => {
      const [{ id: coverId, exifInfo: { city = '', state, country, latitude, longitude } = {} }] = assets
      const words = fold([city, state, country].join(' '))
      const fits = wanted.every((beginning) => words.some((word) => word.startsWith(beginning)))
      if (!fits || latitude === undefined || longitude === undefined) return []
      const within = { ...(state && { admin1name: state }), ...(country && { admin2name: country }) }
      return [{ name: city, ...within, latitude, longitude, count: assets.length, coverId }]
    })
  },

  getExploreData: (ask: Ask) =>
    (['city', 'make', 'model'] as const)
      .map((name) => ({
        fieldName: `exifInfo.${name}`,
        items: group(listOwn(ask), ({ exifInfo }) => exifInfo?.[name]).map(([data]) => ({
          value: data.exifInfo?.[name] ?? '',
          data,
        })),
      }))
      .filter(({ items }) => items.length > 0),

  getAssetsByCity: (ask: Ask) => groupByPlace(listOwn(ask)).map(([newest]) => newest),

  getMemoryLane(ask: Ask<unknown, MemoryDay>) {
    if (ask.caller.memoriesEnabled === false) return []
    const { day, month } = ask.query
    const end = [month, day].map((part) => String(part).padStart(2, '0')).join('-')
    const now = new Date().getUTCFullYear()
    const ofDay = listOwn(ask).filter(({ localDateTime }) => localDateTime.slice(5, 10) === end)
    return group(ofDay, ({ localDateTime }) => localDateTime.slice(0, 4))
      .map((assets) => ({ yearsAgo: now - Number(assets[0].localDateTime.slice(0, 4)), assets }))
      .filter(({ yearsAgo }) => yearsAgo > 0)
      .sort((one, other) => one.yearsAgo - other.yearsAgo)
      .map((memory) => ({ title: `${memory.yearsAgo} year${memory.yearsAgo === 1 ? '' : 's'} since...`, ...memory }))
  },

  /** The first ones, so that a test has the same in every run. */
  getRandom: (ask: Ask<unknown, RandomAssets>) => listOwn(ask).slice(0, ask.query.count ?? 1),
}

function listOwn({ store, caller }: Pick<Ask, 'store' | 'caller'>): Asset[] {
  return selectAssets(store, store.assets.keys(), false).filter(({ ownerId }) => ownerId === caller.id)
}

function groupByPlace(assets: Asset[]): Group[] {
  return group(assets, ({ exifInfo: { city, state, country } = {} }) => city && JSON.stringify([city, state, country]))
}

type Group = [Asset, ...Asset[]]

/** Divides assets by a key, the largest groups first. Those without a key are left out. */
function group(assets: Asset[], toKey: (asset: Asset) => string | null | undefined): Group[] {
  const groups = new Map<string, Group>()
  for (const asset of assets) {
    const key = toKey(asset)
    if (!key) continue
    const known = groups.get(key)
    if (known) known.push(asset)
    else groups.set(key, [asset])
  }
  return [...groups.values()].sort((one, other) => other.length - one.length)
}
