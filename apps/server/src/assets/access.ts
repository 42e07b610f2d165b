import { ProblemError } from '../errors.js'
import type { AssetPictureRow } from './files/asset-file.js'

/** Returns the asset. Throws `not_found` when there is none that the caller may see. */
export function requireAsset<Found>(asset: Found | null): Found {
  if (asset !== null) return asset
  throw new ProblemError('not_found', 'There is no such asset.')
}

/** Throws `not_found` for another user's id, because users may list only their own assets. */
export function requireSelf(user: { id: string }, userId: string | undefined): void {
  if (userId === undefined || userId === user.id) return
  throw new ProblemError('not_found', 'There is no such user, or you may not list their assets.')
}

/** The seconds after which to retry for a thumbnail that is being made. */
const RETRY_SECONDS = '2'

/** Throws the problem of `noPicture` when a thumbnail does not exist. */
export function requirePicture<File extends object>(
  asset: Pick<AssetPictureRow, 'pictureJob'>,
  file: File | null,
): asserts file is File {
  if (file === null) throw noPicture(asset)
}

/** Creates the problem of a thumbnail that does not exist, with a `Retry-After` while its job is queued or running. */
export function noPicture({ pictureJob }: Pick<AssetPictureRow, 'pictureJob'>): ProblemError {
  if (pictureJob === 'queued' || pictureJob === 'running') {
    const headers = { 'Retry-After': RETRY_SECONDS }
    return new ProblemError('not_generated', 'The thumbnail is being made.', { headers })
  }
  return new ProblemError('not_generated', 'This asset has no thumbnail, and none is being made.')
}
