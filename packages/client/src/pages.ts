import type { Asset } from '@media-library/contract/schemas'

/** A part of a tag's assets, or all of them. */
export interface TagAssetsPage {
  status: 'ok'
  assets: Asset[]
  /** Names this state of the list; pass it to ask whether that changed. */
  etag: string | undefined
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/** The list is still what its `etag` says. */
export interface Unchanged {
  status: 'unchanged'
  etag: string
}

/** The cursor in the link to the next page (RFC 8288); only the cursor, so that no link leads a key elsewhere. */
export function nextCursorOf(link: string | null): string | undefined {
  const next = link?.split(/,\s*(?=<)/).find((one) => /;\s*rel="?([^"]*\s)?next[\s";]?/i.test(one))
  const cursor = next && /[?&]cursor=([^&>#]+)/.exec(next)?.[1]
  return cursor && decodeURIComponent(cursor)
}

/** A part of a list, or all of it. */
export interface ListPage<Item> {
  items: Item[]
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * A list. Awaited it is one request: the page of `limit` entries, or all of them without a limit. `for await` reads each entry,
 * page by page.
 */
export interface List<Item> extends PromiseLike<ListPage<Item>>, AsyncIterable<Item> {}

/** How many entries a page has where nothing is said. */
const PAGE_SIZE = 500

/** A list over a way to get a page of it. */
export function listOf<Item>(
  getPage: (part: { limit?: number | undefined; cursor?: string | undefined }) => Promise<ListPage<Item>>,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined } = {},
): List<Item> {
  let first: Promise<ListPage<Item>> | undefined
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
    then: (resolve, reject) => {
      first ??= getPage({ limit, cursor })
      return first.then(resolve, reject)
    },
    [Symbol.asyncIterator]: () => eachOf((next = cursor) => getPage({ limit: limit ?? PAGE_SIZE, cursor: next })),
  }
}

/** The entries of one page after the other, each page asked for when the one before is used up. */
export async function* eachOf<Item>(
  getPage: (cursor: string | undefined) => Promise<ListPage<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await getPage(cursor)
    yield* page.items
    cursor = page.nextCursor
  } while (cursor)
}
