import { ProblemError } from '../errors.js'
import type { AssetFileRow } from '../repositories/asset/asset-file.js'

/** After how many seconds to ask again for a picture that is being made. */
const RETRY_SECONDS = '2'

/** Throws `not_generated` where a picture does not exist, with a `Retry-After` as long as its job waits or runs. */
export function requirePicture<File extends object>(
  { pictureJob }: Pick<AssetFileRow, 'pictureJob'>,
  file: File | null,
): asserts file is File {
  if (file !== null) return
  if (pictureJob === 'queued' || pictureJob === 'running') {
    const headers = { 'Retry-After': RETRY_SECONDS }
    throw new ProblemError('not_generated', 'The picture is being made.', { headers })
  }
  throw new ProblemError('not_generated', 'There is no picture of this asset, and none is being made.')
}
