import type { Answer } from './call/answer.js'
import { type Reply, replyOf } from './reply.js'

/** A page of a list, or all of it. */
export interface ListPage<Item> {
  /** The entries. */
  items: Item[]
  /** The start of the next page; undefined on the last one. */
  nextCursor: string | undefined
  /** Names this state of the list, for `ifChanged`; undefined where the service gives none. */
  etag: string | undefined
}

/**
 * A list. `await list` is one request: all entries, or a page of `limit` entries with the cursor of the next page.
 * `for await (const entry of list)` reads every entry, page by page. Nothing is requested before that.
 */
export interface List<Item> extends Reply<ListPage<Item>>, AsyncIterable<Item> {
  /** Resolves like the list, or to null while the list is in the state that the `etag` of an earlier page names. */
  ifChanged(etag: string | undefined): Promise<ListPage<Item> | null>
}

/** The part of a list to read. */
export interface Part {
  /** The size of the page. */
  limit?: number | undefined
  /** Where it begins. */
  cursor?: string | undefined
}

/** The number of entries of a page when a list is iterated without a limit. */
const PAGE_SIZE = 500

/** Some releases of Hermes have no such symbol: what Babel makes of `for await` then looks for this name. */
const asyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator ?? '@@asyncIterator'

/** A list over a way to request a part of it. */
export function listOf<Item>(
  request: (part: Part, headers?: Record<string, string>) => Promise<Answer>,
  { limit, cursor }: Part = {},
): List<Item> {
  let first: Reply<ListPage<Item>> | undefined
  const reply = () => (first ??= replyOf(request({ limit, cursor }), toPage<Item>))
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
        const page = toPage<Item>(await request({ limit: limit ?? PAGE_SIZE, cursor: next }))
        yield* page.items
        next = page.nextCursor
      } while (next)
    },
    [Symbol.toStringTag]: 'List',
  }
}

/** The cursor in the link to the next page (RFC 8288); only the cursor, so that no link leads a key elsewhere. */
export function nextCursorOf(link: string | null): string | undefined {
  const next = link?.split(/,\s*(?=<)/).find((one) => /;\s*rel="?([^"]*\s)?next[\s";]?/i.test(one))
  const cursor = next && /[?&]cursor=([^&>#]+)/.exec(next)?.[1]
  return cursor && decodeURIComponent(cursor)
}

function toPage<Item>({ body, headers }: Answer): ListPage<Item> {
  return {
    items: body as Item[],
    nextCursor: nextCursorOf(headers.get('link')),
    etag: headers.get('etag') ?? undefined,
  }
}
