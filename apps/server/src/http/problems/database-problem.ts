import { type Failure, failureOf } from '../../database/failure.js'
import { ProblemError } from '../../errors.js'

/** The answer when a failure persists after all retries. */
const problems: Record<Failure, () => ProblemError> = {
  'lost race': unavailable,
  'lost connection': unavailable,
  unavailable,
  missing: () => new ProblemError('not_found', 'It went away meanwhile.'),
}

/** The problem behind a database that cannot answer now, or null when the error is something else. */
export function toDatabaseProblem(error: unknown): ProblemError | null {
  const failure = failureOf(error)
  return failure && problems[failure]()
}

function unavailable() {
  return new ProblemError('unavailable', 'The database cannot answer now.', { headers: { 'Retry-After': '1' } })
}
