import type { Call } from './call.js'
import type { CallOptions, FileOptions, PageOptions } from './options.js'
import { type List, listOf, nextCursorOf } from './pages.js'
import type { Request } from './request.js'
import type { Operation } from './routes.js'

type Asking = Omit<Request, 'repeatable'>

/** The ways in which the operations call the service. */
export interface Calls {
  baseUrl: string
  call: Call
  /** Resolves to the body of a response. The request may be repeated. */
  read<Body>(operation: Operation, request: Asking, options?: CallOptions): Promise<Body>
  /** The same for a request that is never repeated. */
  once<Body>(operation: Operation, request: Asking, options?: CallOptions): Promise<Body>
  /** Reads a list, or a page of it. */
  list<Item>(operation: Operation, query?: Asking['query'] & PagePart, options?: CallOptions): List<Item>
  /** Resolves to a response whose body is left to the caller. */
  load(operation: Operation, request: Asking, options?: FileOptions): Promise<Response>
}

type PagePart = Pick<PageOptions, 'limit' | 'cursor'>

/** The ways to call the service at an address. */
export function callsOver(call: Call, baseUrl: string): Calls {
  const bodyOf =
    (repeatable: boolean) =>
    async <Body>(operation: Operation, request: Asking, options?: CallOptions) =>
      (await call(operation, { ...request, repeatable }, options)).body as Body
  return {
    baseUrl,
    call,
    read: bodyOf(true),
    once: bodyOf(false),
    list: <Item>(operation: Operation, query: Asking['query'] & PagePart = {}, options?: CallOptions) =>
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
