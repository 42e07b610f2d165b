import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { toStorageError } from '../../storage/fault.js'
import type { Bucket } from '../../storage/file-store.js'
import { type Check, ok, problem } from './finding.js'

const LIMIT_MS = 6_000
const CONTENT = 'a test file of media-library doctor, which deletes it at once\n'

/** Checks that jobs can write, read and delete in the bucket of DERIVED_STORAGE. */
export const checkDerivedFiles: Check = async (config) => {
  if (config.bucket === null) return ok('stored in the data folder; set DERIVED_STORAGE to store them in a bucket')
  const { openBucket } = await import('../../storage/bucket.js')
  const bucket = openBucket(config.bucket, join(config.dataDir, 'staging'))
  try {
    await tryOut(bucket)
    return ok(`${bucket.name} can be written and read`)
  } catch (error) {
    return problem(
      toStorageError(bucket.name, error).message,
      'Fix this. Until then, the jobs for thumbnails and videos fail.',
    )
  } finally {
    bucket.close()
  }
}

async function tryOut({ write, open, remove }: Bucket) {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const key = `media-library-doctor-${randomUUID()}.txt`
  await write(key, CONTENT, limit)
  const file = await open(key, limit)
  const found = file && (await text(file.chunks({ start: 0, end: file.size - 1 })))
  await remove(key, limit)
  if (found !== CONTENT) throw new Error('a written file was read back with different content')
}
