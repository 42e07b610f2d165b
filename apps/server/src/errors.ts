import type { FieldError, ProblemCode } from '@media-library/contract'

/** What went wrong, in the contract's words. Anyone may throw one; `http/problem.ts` answers it. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  /** How many errors there are; `errors` may hold the first of them alone. */
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

/** Files could not be put where they belong; the message names the place, and says why. */
export class StorageError extends Error {}

/** A fault that the person at the command line can repair; the message says how. */
export class UserError extends Error {}

/** Lists every fault of the environment at once. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`the configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}
