import { ProblemError } from '../errors.js'

/** Returns the asset that was found. Throws `not_found` when there is none that the caller may see. */
export function requireAsset<Found>(asset: Found | null): Found {
  if (asset !== null) return asset
  throw new ProblemError('not_found', 'There is no such asset.')
}

/** Throws `not_found` for another user's id, because users may list only their own assets. */
export function requireSelf(user: { id: string }, userId: string | undefined): void {
  if (userId === undefined || userId === user.id) return
  throw new ProblemError('not_found', 'There is no such user, or you may not list their assets.')
}
