import { join } from 'node:path'
import type { Config } from '../config/config.js'
import type { FileStore } from './file-store.js'
import { openFolder } from './folder.js'

/** Opens the configured place. The S3 code is loaded only for a bucket. */
export async function openFileStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<FileStore> {
  if (bucket === null) return openFolder(dataDir)
  const { openBucket } = await import('./bucket.js')
  return openBucket(bucket, join(dataDir, 'staging'))
}
