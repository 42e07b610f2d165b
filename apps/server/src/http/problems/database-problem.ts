import { failureOf } from '../../database/failure.js'
import { ProblemError } from '../../errors.js'

/** Returns the problem for a database that cannot answer, after all retries; null for any other error. */
export function toDatabaseProblem(error: unknown): ProblemError | null {
  if (failureOf(error) === null) return null
  return new ProblemError('unavailable', 'The database cannot answer now.', { headers: { 'Retry-After': '1' } })
}
