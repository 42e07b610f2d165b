import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listImportPaths } from '../../assets/library.js'
import type { Config } from '../../config/config.js'
import type { BucketConfig } from '../../config/places.js'
import { toStorageError } from '../../storage/fault.js'
import type { Bucket } from '../../storage/file-store.js'
import { isObjectPath } from '../../storage/object-path.js'
import { listOpen } from '../../storage/private-folders.js'
import { tryFolder } from '../../storage/writable-folders.js'
import type { Reached } from './database.js'
import { type Check, type Finding, ok, problem, skipped, warning } from './finding.js'
import { checkLibrary } from './sampled-files.js'

const SHOWN = 3
const SEARCH_MS = 10_000

const GIGABYTE = 2 ** 30
const FULL = 0.5 * GIGABYTE
const SCARCE = 5 * GIGABYTE

const MORE_SPACE = 'Free some space on that disk, or move DATA_DIR to a larger disk.'

/** Checks that the data folder exists or can be created, and is writable. */
export const checkDataFolder: Check = async ({ dataDir, databaseUrl }) => {
  const { existing, fault } = await tryFolder(dataDir)
  if (fault) {
    const access = `Give this account write access to ${existing}, or set DATA_DIR to another folder.`
    return problem(fault.message, fault.isFull ? MORE_SPACE : access)
  }
  const creator = databaseUrl === null ? 'the first start' : 'the first file'
  return ok(existing === dataDir ? dataDir : `${dataDir}, which ${creator} creates`)
}

/** Checks that other accounts of the machine can read neither uploads nor what is derived from photos. */
export const checkOtherAccounts = ifCreatable(async ({ dataDir, uploads }) => {
  const open = process.platform === 'win32' ? [] : await listOpen({ dataDir, uploads })
  if (open.length === 0) return ok('cannot read uploads, thumbnails and videos')
  return problem(
    `can read ${open.slice(0, SHOWN).join(', ')}${open.length > SHOWN ? ` and ${open.length - SHOWN} more` : ''}`,
    'The next start closes those that belong to its account. Close the others with `chmod -R go=`.',
  )
})

export const checkSpace = ifCreatable(async ({ dataDir }, existing) => {
  const { bavail, bsize } = await statfs(existing)
  const free = bavail * bsize
  const detail = `${toSize(free)} free in ${dataDir}`
  if (free < FULL) return problem(detail, MORE_SPACE)
  return free < SCARCE ? warning(detail, MORE_SPACE) : ok(detail)
})

/** Creates a check of the data folder, or of its nearest existing parent, if the folder can be created there. */
function ifCreatable(check: (config: Config, existing: string) => Promise<Finding>): Check {
  return async (config) => {
    const { existing, fault } = await tryFolder(config.dataDir)
    const isPossible = existing === config.dataDir || fault === null || fault.isFull
    return isPossible ? check(config, existing) : skipped('needs the data folder')
  }
}

/** Checks that the folders of imports and uploads can be read on this machine. */
export function checkOriginalFolders(reached: Promise<Reached | null>): Check {
  return checkLibrary(reached, async (database) => {
    const places = await listImportPaths(database)
    const paths = places.filter((path) => !isObjectPath(path))
    const faults = await Promise.all(
      paths.map((path) =>
        access(path, constants.R_OK | constants.X_OK).then(
          () => [],
          (error: NodeJS.ErrnoException) => [`${path} (${error.code})`],
        ),
      ),
    )
    const unreadable = faults.flat()
    if (unreadable.length === 0) return ok(`${paths.length} can be read`)
    const rest = unreadable.length > SHOWN ? ` and ${unreadable.length - SHOWN} more` : ''
    return problem(
      `${unreadable.length} of ${paths.length} cannot be read: ${unreadable.slice(0, SHOWN).join(', ')}${rest}`,
      'Mount them at the same paths, and let this account read them. Until then, the jobs of their files fail.',
    )
  })
}

/** Checks that no watched folder contains an export, because a watch imports only its files. */
export const checkWatchedFolders: Check = async ({ watchFolders }) => {
  const { findExport } = await import('../../takeouts/recognize-export.js')
  const options = { isDeep: true, signal: AbortSignal.timeout(SEARCH_MS) }
  const found = await Promise.all(
    watchFolders.map(async ({ folder }) => ({ folder, service: await findExport(folder, options) })),
  )
  const exported = found.flatMap(({ folder, service }) => (service ? [`${folder} (${service})`] : []))
  if (watchFolders.length === 0) return ok('none')
  if (exported.length === 0) return ok('no export of another service was found in them')
  return warning(
    `exports, of which a watch imports only the files: ${exported.join(', ')}`,
    'Run `import` on each once for its dates, places, people and albums. If you did, ignore this.',
  )
}

function toSize(bytes: number) {
  return `${(bytes / GIGABYTE).toFixed(1)} GB`
}

const LIMIT_MS = 6_000
const CONTENT = 'a test file of media-library doctor, which deletes it at once\n'

/** Checks that jobs can write, read and delete in the bucket of DERIVED_STORAGE. */
export const checkDerivedFiles: Check = async (config) =>
  config.bucket === null
    ? ok('stored in the data folder; set DERIVED_STORAGE to store them in a bucket')
    : checkBucket(config, config.bucket, 'Fix this. Until then, the jobs for thumbnails and videos fail.')

/** Checks that servers can write, read and delete in the bucket of ORIGINALS_STORAGE. */
export const checkOriginals: Check = async (config) =>
  config.uploads.bucket === null
    ? ok('stored in the folder of uploads; set ORIGINALS_STORAGE to store them in a bucket')
    : checkBucket(config, config.uploads.bucket, 'Fix this. Until then, uploads fail.')

async function checkBucket({ dataDir }: Config, place: BucketConfig, remedy: string): Promise<Finding> {
  const { openBucket } = await import('../../storage/bucket/bucket.js')
  const bucket = openBucket(place, join(dataDir, 'staging'))
  try {
    await tryOut(bucket)
    return ok(`${bucket.name} can be written and read`)
  } catch (error) {
    return problem(toStorageError(bucket.name, error).message, remedy)
  } finally {
    bucket.close()
  }
}

async function tryOut({ write, open, remove }: Bucket) {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const key = `media-library-doctor-${randomUUID()}.txt`
  await write(key, CONTENT, { signal: limit })
  const file = await open(key, limit)
  const found = file && (await text(file.chunks({ start: 0, end: file.size - 1 })))
  await remove(key, limit)
  if (found !== CONTENT) throw new Error('a written file was read back with different content')
}
