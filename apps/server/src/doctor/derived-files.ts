import { randomUUID } from 'node:crypto'
import { toStorageError } from '../storage/fault.js'
import { openPlace } from '../storage/open-place.js'
import type { Place } from '../storage/place.js'
import { type Check, ok, problem } from './finding.js'

const LIMIT_MS = 6_000
const CONTENT = 'a test file of media-library doctor, which deletes it at once\n'

/** Checks that jobs can write, read and delete in the bucket of DERIVED_STORAGE. */
export const checkDerivedFiles: Check = async (config) => {
  if (config.bucket === null) return ok('stored in the data folder; set DERIVED_STORAGE to store them in a bucket')
  const place = await openPlace(config)
  try {
    await tryOut(place)
    return ok(`${place.name} can be written and read`)
  } catch (error) {
    return problem(
      toStorageError(place.name, error).message,
      'Fix this. Until then, the jobs for thumbnails and videos fail.',
    )
  } finally {
    place.close()
  }
}

async function tryOut({ files }: Place) {
  const limit = { abortSignal: AbortSignal.timeout(LIMIT_MS) }
  const key = `media-library-doctor-${randomUUID()}.txt`
  await files.write(key, CONTENT, limit)
  const found = await files.readToString(key, limit)
  await files.deleteFile(key, limit)
  if (found !== CONTENT) throw new Error('a written file was read back with different content')
}
