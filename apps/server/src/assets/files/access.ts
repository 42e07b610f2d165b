import { ProblemError } from '../../errors.js'
import type { AssetPictureRow } from './asset-file.js'

/** After how many seconds to retry for a thumbnail that is being made. */
const RETRY_SECONDS = '2'

/** Throws `not_generated` when a thumbnail does not exist, with a `Retry-After` while its job is queued or running. */
export function requirePicture<File extends object>(
  { pictureJob }: Pick<AssetPictureRow, 'pictureJob'>,
  file: File | null,
): asserts file is File {
  if (file !== null) return
  if (pictureJob === 'queued' || pictureJob === 'running') {
    const headers = { 'Retry-After': RETRY_SECONDS }
    throw new ProblemError('not_generated', 'The thumbnail is being made.', { headers })
  }
  throw new ProblemError('not_generated', 'This asset has no thumbnail, and none is being made.')
}
