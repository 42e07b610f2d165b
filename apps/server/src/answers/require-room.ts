import { ProblemError } from '../errors.js'

/** Returns what was created. Throws `limit_reached` when nothing was, because the user has as many as a user may have. */
export function requireRoom<Created>(
  created: Created | null,
  things: 'albums' | 'tags' | 'keys',
  most: number,
): Created {
  if (created !== null) return created
  throw new ProblemError('limit_reached', `A user may have ${most} ${things}, and you have them. Nothing was created.`)
}
