import { getSystemErrorMessage } from 'node:util'
import type { FieldError, ProblemCode } from '@media-library/contract'

/** A problem of the contract. Any code may throw one; `http/problems/problem.ts` turns it into a response. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  /** The number of errors; `errors` may hold only the first of them. */
  readonly errorCount: number
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: string,
    {
      errors,
      errorCount = errors?.length ?? 0,
      headers = {},
    }: { errors?: FieldError[]; errorCount?: number; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.code = code
    this.errors = errors
    this.errorCount = errorCount
    this.headers = headers
  }
}

/** A request that is refused for now, because of other requests or because the server stops: nothing is broken. */
export class RefusedError extends ProblemError {
  constructor(detail: string, { retryAfter }: { retryAfter: number }) {
    super('unavailable', detail, { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** Files could not be stored. The message names the place and the reason. */
export class StorageError extends Error {
  /** Whether the place has no space. */
  readonly isFull: boolean

  constructor(message: string, { isFull = false, ...options }: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options)
    this.isFull = isFull
  }
}

/** A fault that the person at the command line can fix; the message says how. */
export class UserError extends Error {}

/** An error with every fault of the environment. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`the configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Returns the reason of an error. It leaves out the code, the call and the path of an error of the system, because messages contain the
 * place themselves.
 */
export function toReason(error: NodeJS.ErrnoException): string {
  return error.syscall === undefined || error.errno === undefined ? error.message : getSystemErrorMessage(error.errno)
}
