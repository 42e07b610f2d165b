import type { Asset, SearchMetadata, SearchResult } from '@media-library/contract/schemas'
import type { Answer } from './call/answer.js'
import type { Calls } from './calls.js'
import type { CallOptions } from './options.js'
import { createList, type List, type ListPage, type Part } from './pages.js'

/** What to look for: `q` for words, and filters. */
export type SearchFilter = Omit<SearchMetadata, 'page' | 'size'>

export interface SearchOperation {
  /**
   * Finds the caller's own assets, newest first, as a list: `for await (const asset of client.search({ q: 'lisbon 2019' }))`.
   * Awaited, it is one page of `limit` (250) assets, up to 1,000, with the `total` that were found.
   */
  search(filter: SearchFilter, options?: CallOptions & Part): List<Asset>
}

/** The number of assets of a page without a limit. */
const PAGE_SIZE = 250

/** Creates `search`. The service counts the pages of a search; the number of the next page is the cursor of the list. */
export function searchOperation({ ask }: Calls): SearchOperation {
  return {
    search: (filter, { limit = PAGE_SIZE, cursor, ...options } = {}) =>
      createList(
        ({ limit: size, cursor: page = '1' }) =>
          ask('searchMetadata', { body: { ...filter, size, page: Number(page) } }, options),
        { limit, cursor },
        toCountedPage,
      ),
  }
}

function toCountedPage({ body }: Answer): ListPage<Asset> {
  const { items, nextPage, total } = (body as SearchResult).assets
  return { items, nextCursor: nextPage ?? undefined, etag: undefined, total }
}
