import type { Call } from './call.js'
import type { CallOptions, FileOptions, PageOptions } from './options.js'
import { type List, listOf, nextCursorOf } from './pages.js'
import type { Request } from './request.js'
import type { Operation } from './routes.js'

/** A request that may be repeated. */
type Reading = Omit<Request, 'repeatable'>

/** The ways in which the operations call the service. */
export interface Calls {
  baseUrl: string
  call: Call
  /** Resolves to the body of a response. */
  read<Body>(operation: Operation, request: Reading, options?: CallOptions): Promise<Body>
  /** Reads a list, or a page of it. */
  list<Item>(operation: Operation, query?: Reading['query'] & PagePart, options?: CallOptions): List<Item>
  /** Resolves to a response whose body is left to the caller. */
  load(operation: Operation, request: Reading, options?: FileOptions): Promise<Response>
}

type PagePart = Pick<PageOptions, 'limit' | 'cursor'>

/** The ways to call the service at an address. */
export function callsOver(call: Call, baseUrl: string): Calls {
  return {
    baseUrl,
    call,
    read: async <Body>(operation: Operation, request: Reading, options?: CallOptions) =>
      (await call(operation, { ...request, repeatable: true }, options)).body as Body,
    list: <Item>(operation: Operation, query: Reading['query'] & PagePart = {}, options?: CallOptions) =>
      listOf<Item>(async (part) => {
        const { body, headers } = await call(operation, { query: { ...query, ...part }, repeatable: true }, options)
        return { items: body as Item[], nextCursor: nextCursorOf(headers.get('link')) }
      }, query),
    load: async (operation, request, { range, etag, ...options } = {}) => {
      const headers = { ...(range && { range }), ...(etag && { 'if-none-match': etag }) }
      return (await call(operation, { ...request, headers, isFile: true, repeatable: true }, options)).body as Response
    },
  }
}
