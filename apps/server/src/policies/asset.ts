import { ProblemError } from '../errors.js'

/** What was found of an asset that the caller may see. Throws `not_found` when there is none. */
export const requireAsset = <Found>(asset: Found | null): Found => {
  if (asset !== null) return asset
  throw new ProblemError('not_found', 'There is no such asset.')
}

/** Throws `not_found` when assets of somebody else are asked for: a user lists their own. */
export const requireSelf = (user: { id: string }, userId: string | undefined): void => {
  if (userId === undefined || userId === user.id) return
  throw new ProblemError('not_found', 'There is no such user whose assets you may list.')
}
