import type { FieldError, Problem, ProblemCode, ProblemStatuses } from '@media-library/contract/schemas'
import type { CallName } from './call/routes.js'

/** The code of the service's problem, or else the reason why there is none. */
export type ErrorCode = ProblemCode | 'network' | 'timeout' | 'unexpected_answer'

/** The facts about a failure. */
export interface Failure {
  /** The code by which programs decide. */
  code: ErrorCode
  /** The operation that was called, or `request`. */
  operation: CallName
  /** The HTTP status; undefined when no answer came. */
  status?: number | undefined
  /** The problem that the service reports; undefined when the answer did not come from the service. */
  problem?: Problem | undefined
  /** The id by which the operator of the service finds the call in the log. */
  requestId?: string | undefined
  /** The milliseconds that the service asks to wait before the next call. */
  retryAfterMs?: number | undefined
  /** The error that was thrown when no answer came. */
  cause?: unknown
}

/** The reason why an operation failed. */
export class MediaLibraryError extends Error {
  /** Always `MediaLibraryError`. */
  override readonly name = 'MediaLibraryError'
  /** The code of the service's problem, or `network`, `timeout` or `unexpected_answer`. */
  readonly code: ErrorCode
  /** The operation that was called, or `request`. */
  readonly operation: CallName
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined
  /** The problem that the service reports; undefined when the answer did not come from the service. */
  readonly problem: Problem | undefined
  /** The id by which the operator of the service finds the call in the log. */
  readonly requestId: string | undefined
  /** The milliseconds that the service asks to wait before the next call. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { cause, ...failure }: Failure) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = failure.code
    this.operation = failure.operation
    this.status = failure.status
    this.problem = failure.problem
    this.requestId = failure.requestId
    this.retryAfterMs = failure.retryAfterMs
  }

  /** Returns the properties for JSON.stringify, which leaves out the message of other errors. */
  toJSON(): Omit<Failure, 'cause'> & { name: string; message: string } {
    return { ...this, message: this.message }
  }
}

/** An error whose problem has one of the codes. */
export type ProblemError<Code extends ProblemCode = ProblemCode> = MediaLibraryError &
  {
    readonly [Each in Code]: {
      /** One of the given codes. */
      readonly code: Each
      /** The status of that code. */
      readonly status: ProblemStatuses[Each]
      /** The problem that the service reports. */
      readonly problem: Problem & { code: Each; status: ProblemStatuses[Each] } & FieldErrorsOf<Each>
    }
  }[Code]

/** The properties that only a problem with that code always has. */
type FieldErrorsOf<Code extends ProblemCode> = Code extends 'unusable_ids'
  ? {
      /** The positions of ids that cannot be used; the first 100 of them. */
      errors: FieldError[]
      /** The number of such positions. */
      errorCount: number
    }
  : unknown

/**
 * Returns whether the service answered with a problem; if codes are given, with one of them. The function also recognizes the
 * errors of another
 * copy of this package, which `instanceof` does not.
 *
 * ```ts
 * if (isProblem(error, 'unusable_ids')) markRefused(error.problem.errors)
 * ```
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is ProblemError<Code> {
  const { name, problem } = (error ?? {}) as Partial<MediaLibraryError>
  return name === 'MediaLibraryError' && !!problem && (codes.length === 0 || codes.includes(problem.code as Code))
}
