import type { Answer } from './call/answer.js'
import { createReply, type Reply } from './reply.js'

/** A page of a list, or the whole list. */
export interface ListPage<Item> {
  /** The entries. */
  items: Item[]
  /** The start of the next page; undefined on the last one. */
  nextCursor: string | undefined
  /** The state of the list, for `ifChanged`; undefined when the service gives none. */
  etag: string | undefined
  /** The number of entries of the whole list, of a search up to 1,000; undefined when the service does not count them. */
  total?: number
}

/**
 * A list. `await list` is one request: all entries, or a page of `limit` entries with the cursor of the next page.
 * `for await (const entry of list)` reads every entry, page by page. Nothing is requested before that.
 */
export interface List<Item> extends Reply<ListPage<Item>>, AsyncIterable<Item> {
  /** Resolves like the list, or to null while the list still has the state of this `etag`. */
  ifChanged(etag: string | undefined): Promise<ListPage<Item> | null>
}

/** The part of a list to read. */
export interface Part {
  /** The size of the page. */
  limit?: number | undefined
  /** The start of the part. */
  cursor?: string | undefined
}

/** The number of entries of a page when a list is iterated without a limit. */
const PAGE_SIZE = 500

/**
 * The name of the symbol. Some releases of Hermes lack it, and the output of Babel for `for await` then looks for this
 * name.
 */
const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator ?? '@@asyncIterator'

/** Creates a list from functions that request a part of it, and read its page from the answer. */
export function createList<Item>(
  request: (part: Part, headers?: Record<string, string>) => Promise<Answer>,
  { limit, cursor }: Part = {},
  toPage: (answer: Answer) => ListPage<Item> = toLinkedPage,
): List<Item> {
  let first: Reply<ListPage<Item>> | undefined
  const reply = () => (first ??= createReply(request({ limit, cursor }), toPage))
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
    then: (resolve, reject) => reply().then(resolve, reject),
    catch: (reject) => reply().catch(reject),
    finally: (end) => reply().finally(end),
    withResponse: () => reply().withResponse(),
    ifChanged: async (etag) => {
      const answer = await request({ limit, cursor }, etag ? { 'if-none-match': etag } : {})
      return answer.status === 304 ? null : toPage(answer)
    },
    async *[asyncIterator]() {
      let next = cursor
      do {
        const page = toPage(await request({ limit: limit ?? PAGE_SIZE, cursor: next }))
        yield* page.items
        next = page.nextCursor
      } while (next)
    },
    [Symbol.toStringTag]: 'List',
  }
}

/**
 * Returns the cursor in the link to the next page (RFC 8288), without the address, so that no link leads a key to
 * another server.
 */
export function readNextCursor(link: string | null): string | undefined {
  const next = link?.split(/,\s*(?=<)/).find((one) => /;\s*rel="?([^"]*\s)?next[\s";]?/i.test(one))
  const cursor = next && /[?&]cursor=([^&>#]+)/.exec(next)?.[1]
  return cursor && decodeURIComponent(cursor)
}

function toLinkedPage<Item>({ body, headers }: Answer): ListPage<Item> {
  return {
    items: body as Item[],
    nextCursor: readNextCursor(headers.get('link')),
    etag: headers.get('etag') ?? undefined,
  }
}
