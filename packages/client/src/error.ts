import type { FieldError, Problem, ProblemCode, ProblemStatuses } from '@media-library/contract/schemas'
import type { CallName } from './call/routes.js'

/** The code of the service's problem; else what kept its answer from being one. */
export type ErrorCode = ProblemCode | 'network' | 'timeout' | 'unexpected_answer'

/** What is known of a failure. */
export interface Failure {
  /** The code by which programs decide. */
  code: ErrorCode
  /** The operation that was called, or `request`. */
  operation: CallName
  /** The HTTP status; undefined when no answer came. */
  status?: number | undefined
  /** What the service says is wrong; undefined when the answer was not its own. */
  problem?: Problem | undefined
  /** What the operator of the service finds the call by. */
  requestId?: string | undefined
  /** How long the service asks to wait before another call. */
  retryAfterMs?: number | undefined
  /** What was thrown when no answer came. */
  cause?: unknown
}

/** Why an operation has no result. */
export class MediaLibraryError extends Error {
  /** Always `MediaLibraryError`. */
  override readonly name = 'MediaLibraryError'
  /** The code of the service's problem, or `network`, `timeout` or `unexpected_answer`. */
  readonly code: ErrorCode
  /** The operation that was called, or `request`. */
  readonly operation: CallName
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined
  /** What the service says is wrong; undefined when the answer was not its own. */
  readonly problem: Problem | undefined
  /** What the operator of the service finds the call by. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before another call. */
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

  /** What JSON.stringify writes, which leaves the message of other errors out. */
  toJSON(): Omit<Failure, 'cause'> & { name: string; message: string } {
    return { ...this, message: this.message }
  }
}

/** An error whose problem has one of the codes. */
export type ProblemError<Code extends ProblemCode = ProblemCode> = MediaLibraryError &
  {
    readonly [Each in Code]: {
      /** The code that was asked for. */
      readonly code: Each
      /** The status of that code. */
      readonly status: ProblemStatuses[Each]
      /** What the service says is wrong. */
      readonly problem: Problem & { code: Each; status: ProblemStatuses[Each] } & FieldErrorsOf<Each>
    }
  }[Code]

/** What a problem of that code always has. */
type FieldErrorsOf<Code extends ProblemCode> = Code extends 'unusable_ids'
  ? {
      /** Which positions hold ids that cannot be used: the first 100. */
      errors: FieldError[]
      /** How many positions do. */
      errorCount: number
    }
  : unknown

/**
 * Whether the service answered with a problem; with one of the codes, when some are given. It also knows the errors of another
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
