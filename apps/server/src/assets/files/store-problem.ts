import { ProblemError } from '../../errors.js'
import type { Logger } from '../../logger.js'

/** Logs why derived files cannot be read, and returns the problem to answer. */
export function toStoreProblem(logger: Logger, error: unknown): ProblemError {
  logger.error({ err: error }, 'a derived file cannot be read')
  const headers = { 'Retry-After': '5' }
  return new ProblemError('unavailable', 'The derived files cannot be read at the moment.', { headers })
}
