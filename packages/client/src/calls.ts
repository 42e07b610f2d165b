import type { Answer } from './call/answer.js'
import type { Call } from './call/call.js'
import type { Request } from './call/request.js'
import type { CallName, Operation } from './call/routes.js'
import type { CallOptions, FileOptions } from './options.js'
import { createList, type List, type Part } from './pages.js'
import { createReply, type Reply } from './reply.js'

type Asking = Omit<Request, 'repeatable'>

/** The ways in which the operations call the service. */
export interface Calls {
  baseUrl: string
  /** The key of the link whose visitor calls; undefined for users. */
  shareKey: string | undefined
  /** Resolves to the body of a response. The request may be repeated. */
  read<Body>(operation: Operation, request: Asking, options?: CallOptions): Reply<Body>
  /** Resolves to the body of a response. The request is never repeated. */
  once<Body>(operation: Operation, request: Asking, options?: CallOptions): Reply<Body>
  /** Reads a list, or a page of it. */
  list<Item>(operation: Operation, request: Asking & { query?: Part | undefined }, options?: CallOptions): List<Item>
  /**
   * Resolves to the answer to a request that is only a part of an operation, or not an operation. It may be repeated,
   * unless `repeatable` is false.
   */
  ask(operation: CallName, request: Asking & { repeatable?: boolean }, options?: CallOptions): Promise<Answer>
  /** Resolves to a response whose body the caller reads. */
  load(operation: Operation, request: Asking, options?: FileOptions): Promise<Response>
}

/** Creates the ways to call the service at an address. */
export function createCalls(call: Call, baseUrl: string, shareKey?: string): Calls {
  const toBody =
    (repeatable: boolean) =>
    <Body>(operation: Operation, request: Asking, options?: CallOptions) =>
      createReply(call(operation, { ...request, repeatable }, options), ({ body }) => body as Body)
  return {
    baseUrl,
    shareKey,
    read: toBody(true),
    once: toBody(false),
    list: <Item>(operation: Operation, request: Asking & { query?: Part | undefined }, options?: CallOptions) =>
      createList<Item>(
        (part, headers = {}) =>
          call(operation, { ...request, query: { ...request.query, ...part }, headers, repeatable: true }, options),
        request.query,
      ),
    ask: (operation, request, options) => call(operation, { repeatable: true, ...request }, options),
    load: async (operation, request, { range, etag, ...options } = {}) => {
      const headers = { ...request.headers, ...(range && { range }), ...(etag && { 'if-none-match': etag }) }
      return (await call(operation, { ...request, headers, isFile: true, repeatable: true }, options)).body as Response
    },
  }
}
