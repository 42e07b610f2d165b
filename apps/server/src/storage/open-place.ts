import { join } from 'node:path'
import type { Config } from '../config/config.js'
import { openFolder } from './folder.js'
import type { Place } from './place.js'

/** Opens the configured place. The S3 code is loaded only for a bucket. */
export async function openPlace({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<Place> {
  if (bucket === null) return openFolder(dataDir)
  const { openBucket } = await import('./bucket.js')
  return openBucket(bucket, join(dataDir, 'staging'))
}
