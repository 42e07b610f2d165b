import type { FieldError, Problem, ProblemCode } from '../types/index.js'

const SHOWN_ERRORS = 100

/** What an operation of the fake service answers. */
export interface Success {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** In place of a body. */
  file?: { content: Uint8Array<ArrayBuffer>; type: string }
  /** In place of both: a body that may not end. */
  stream?: { content: ReadableStream<Uint8Array<ArrayBuffer>>; type: string }
}

/** Ends a request of the fake service with a problem. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly headers: Record<string, string>
  readonly errors: FieldError[] | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    { headers = {}, errors }: { headers?: Record<string, string>; errors?: FieldError[] } = {},
  ) {
    super(detail)
    this.code = code
    this.headers = headers
    this.errors = errors
  }

  /** What the problem says beyond its code. */
  get facts(): Partial<Problem> {
    const { message: detail, errors } = this
    return { detail, ...(errors && { errors: errors.slice(0, SHOWN_ERRORS), errorCount: errors.length }) }
  }
}
