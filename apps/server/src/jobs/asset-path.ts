import { join } from 'node:path'
import type { JobAsset } from '../repositories/job-turn.js'

/**
 * Where a file made of an asset lies, without its extension. The two folders in between are the last four digits of the
 * id: the first ones are the time, and equal for years.
 */
export const findAssetPath = (
  dataDir: string,
  folder: 'thumbs' | 'encoded-video',
  { id, ownerId }: Pick<JobAsset, 'id' | 'ownerId'>,
): string => join(dataDir, folder, ownerId, id.slice(-4, -2), id.slice(-2), id)
