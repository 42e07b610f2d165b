import type { Calls } from './calls.js'
import type { RequestOptions, RouteMethod } from './options.js'
import { createReply, type Reply } from './reply.js'

export interface RequestOperation {
  /**
   * Calls a route that this version of the client does not know, as the operations are called. Resolves to the JSON of the response,
   * or to undefined if it is empty. GET, HEAD and PUT are retried, and other methods only with an `idempotencyKey`.
   *
   * ```ts
   * const person = await client.request<Person>('GET', `/api/person/${id}`, { query: { withHidden: true } })
   * ```
   *
   * The path may also be a whole address below `baseUrl`. Any other address is a TypeError, because the credential would go there.
   */
  request<Body = unknown>(method: RouteMethod, path: string, options?: RequestOptions): Reply<Body>
}

/** Creates `request`. The code that checks a path is loaded when it is first called. */
export function requestOperation(calls: Calls): RequestOperation {
  return {
    request: <Body>(method: RouteMethod, path: string, options?: RequestOptions) => {
      const answer = import('./call/request-route.js').then(({ requestRoute }) =>
        requestRoute(calls, { method, path }, options),
      )
      return createReply(answer, ({ body }) => body as Body)
    },
  }
}
