import type { Asset, SearchMetadata, SearchResult } from '@media-library/contract/schemas'
import type { Calls } from './calls.js'
import type { CallOptions } from './options.js'
import { createList, type List, type Part } from './pages.js'

/** What to look for: `q` for words, and filters. */
export type SearchFilter = Omit<SearchMetadata, 'page' | 'size'>

export interface SearchOperation {
  /**
   * Finds the caller's own assets, newest first, as a list: `for await (const asset of client.search({ q: 'lisbon 2019' }))`.
   * Awaited, it is one page of `limit` (250) assets, up to 1,000. `searchMetadata` also tells how many there are.
   */
  search(filter: SearchFilter, options?: CallOptions & Part): List<Asset>
}

/** The number of assets of a page without a limit. */
const PAGE_SIZE = 250

/** Creates `search`. The service counts the pages of a search; the number of the next page is the cursor of the list. */
export function searchOperation({ ask }: Calls): SearchOperation {
  return {
    search: (filter, { limit, cursor, ...options } = {}) =>
      createList<Asset>(
        async (part) => {
          const [size, page] = [part.limit ?? PAGE_SIZE, part.cursor ?? '1']
          const answer = await ask('searchMetadata', { body: { ...filter, size, page: Number(page) } }, options)
          const { items, nextPage } = (answer.body as SearchResult).assets
          const headers = new Headers(answer.headers)
          if (nextPage) headers.set('link', `<?cursor=${nextPage}>; rel="next"`)
          return { ...answer, headers, body: items }
        },
        { limit, cursor },
      ),
  }
}
