import { type Failure, failureOf } from '../../database/failure.js'
import { ProblemError } from '../../errors.js'

/** The problem of each failure that persists after all retries. */
const problems: Record<Failure, () => ProblemError> = {
  'lost race': unavailable,
  'lost connection': unavailable,
  unavailable,
  missing: () => new ProblemError('not_found', 'It was deleted meanwhile.'),
}

/** Returns the problem for a database that cannot answer; null for any other error. */
export function toDatabaseProblem(error: unknown): ProblemError | null {
  const failure = failureOf(error)
  return failure && problems[failure]()
}

function unavailable() {
  return new ProblemError('unavailable', 'The database cannot answer now.', { headers: { 'Retry-After': '1' } })
}
