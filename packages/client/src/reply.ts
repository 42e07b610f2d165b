import { type Answer, requestIdOf } from './call/answer.js'

/** What a response says beside its body. */
export interface ResponseFacts {
  /** The HTTP status. */
  status: number
  /** Such as `RateLimit`, `Idempotency-Replayed` and `ETag`. */
  headers: Headers
  /** How the operator of the service finds the request. */
  requestId: string | undefined
}

/** A promise of a result. */
export interface Reply<Result> extends Promise<Result> {
  /** Resolves to the result with the status and the headers of its response. */
  withResponse(): Promise<{ data: Result; response: ResponseFacts }>
}

/** A reply with what an answer holds. */
export function replyOf<Result>(answer: Promise<Answer>, toResult: (answer: Answer) => Result): Reply<Result> {
  const result = answer.then(toResult)
  return Object.assign(result, {
    withResponse: async () => {
      const data = await result
      const { status, headers } = await answer
      return { data, response: { status, headers, requestId: requestIdOf({ headers }) } }
    },
  })
}
