import type { Asset, SearchMetadata } from '@media-library/contract/schemas'
import type { Ask } from '../ask.js'
import { selectAssets } from '../store.js'

/** The filters for a text of an asset. */
const exact = ['city', 'state', 'country', 'make', 'model', 'lensModel'] as const

export const search = {
  searchMetadata(ask: Ask<SearchMetadata>) {
    const {
      q = '',
      page = 1,
      size = 250,
      order,
      type,
      isFavorite,
      isArchived,
      withDeleted,
      originalFileName,
      personIds = [],
    } = ask.body
    const words = fold(q)
    const found = selectAssets(ask.store, ask.store.assets.keys(), withDeleted ? null : false).filter(
      (asset) =>
        asset.ownerId === ask.caller.id &&
        [undefined, asset.type].includes(type) &&
        [undefined, asset.isFavorite].includes(isFavorite) &&
        [undefined, asset.isArchived].includes(isArchived) &&
        personIds.every((id) => asset.people.some((person) => person.id === id)) &&
        [undefined, asset.originalFileName].includes(originalFileName) &&
        exact.every((name) => [undefined, asset.exifInfo?.[name]].includes(ask.body[name])) &&
        (ask.body.q === undefined || hasWords(asset, listAlbumNames(ask, asset), words)),
    )
    if (order === 'asc') found.reverse()
    const items = found.slice((page - 1) * size, page * size)
    const nextPage = found.length > page * size ? String(page + 1) : null
    const total = Math.min(found.length, 1_000)
    return {
      albums: { count: 0, facets: [], items: [], total: 0 },
      assets: { count: items.length, facets: [], items, nextPage, total },
    }
  },
}

function listAlbumNames({ store }: Pick<Ask, 'store'>, { id }: Asset): string[] {
  return [...store.albums.values()].filter(({ assetIds }) => assetIds.includes(id)).map(({ albumName }) => albumName)
}

/** Returns the words of a text in lower case without accents. */
export function fold(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Whether an asset has all of the words, the last one by its beginning. Dates are looked for as 2019-06-15 only. */
function hasWords(asset: Asset, albumNames: string[], words: string[]): boolean {
  const { originalFileName, localDateTime, exifInfo, tags, people } = asset
  const { city, state, country, make, model, lensModel, description } = exifInfo ?? {}
  const names = [...albumNames, ...[...tags, ...people].map(({ name }) => name)]
  const texts = [
    originalFileName,
    localDateTime.slice(0, 10),
    city,
    state,
    country,
    make,
    model,
    lensModel,
    description,
  ]
  const known = fold([...texts, ...names].join(' '))
  return (
    words.length > 0 &&
    words.every((word, index) =>
      index === words.length - 1 ? known.some((each) => each.startsWith(word)) : known.includes(word),
    )
  )
}
