import { listFieldErrors, type RequestFaults, type RequestParts } from './problem/field-errors.js'
import { type FieldError, type Problem, toProblem } from './problem/problem.js'
import { type ProblemCode, type ProblemStatuses, problems } from './problem/problems.js'

/** The part of Express's response that this module uses. */
interface Response {
  status(status: number): this
  type(type: string): this
  json(body: unknown): unknown
}

/**
 * The answer of a ts-rest handler that refuses a request: a status that the contract declares, and the problem as its
 * body.
 */
export interface ProblemAnswer<Code extends ProblemCode> {
  status: ProblemStatuses[Code]
  body: Problem
}

/**
 * Makes the answer of a handler that refuses its request, with the content type of a problem.
 *
 * ```ts
 * getTagAssets: async ({ params, res }) => {
 *   const tag = await tags.find(params.id)
 *   return tag ? { status: 200, body: tag.assets } : problem(res, 'not_found', 'There is no such tag.')
 * }
 * ```
 */
export function problem<Code extends ProblemCode>(
  response: Response,
  code: Code,
  detail: string,
  errors?: FieldError[],
): ProblemAnswer<Code> {
  response.type('application/problem+json')
  return {
    status: problems[code].status as ProblemStatuses[Code],
    body: toProblem(code, { detail, instance: `urn:uuid:${crypto.randomUUID()}`, errors }),
  }
}

/**
 * Answers a request that the contract refuses with the problem `invalid_request`, which names each fault of its path, headers, query and
 * body. It is the `requestValidationErrorHandler` of `createExpressEndpoints`.
 */
export function answerInvalidRequest(faults: RequestFaults, request: RequestParts, response: Response): void {
  const errors = listFieldErrors(faults, request)
  const [first] = errors
  const detail = first ? `${first.pointer || 'The body'} ${first.detail}.` : 'The request is not valid.'
  const { status, body } = problem(response, 'invalid_request', detail, errors)
  response.status(status).json(body)
}
