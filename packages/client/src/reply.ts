import { type Answer, readRequestId } from './call/answer.js'

/** The facts about a response besides its body. */
export interface ResponseFacts {
  /** The HTTP status. */
  status: number
  /** The headers, such as `RateLimit`, `Idempotency-Replayed` and `ETag`. */
  headers: Headers
  /** The id by which the operator of the service finds the request in the log. */
  requestId: string | undefined
}

/** A promise of a result. */
export interface Reply<Result> extends Promise<Result> {
  /** Resolves to the result with the status and the headers of its response. */
  withResponse(): Promise<{ data: Result; response: ResponseFacts }>
}

/** Creates a reply from an answer. */
export function createReply<Result>(answer: Promise<Answer>, toResult: (answer: Answer) => Result): Reply<Result> {
  const result = answer.then(toResult)
  return Object.assign(result, {
    withResponse: async () => {
      const data = await result
      const { status, headers } = await answer
      return { data, response: { status, headers, requestId: readRequestId({ headers }) } }
    },
  })
}
