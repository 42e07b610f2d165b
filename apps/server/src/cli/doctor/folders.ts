import { access, constants, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listImportPaths } from '../../assets/library.js'
import { connect, disconnect } from '../../database/connect.js'
import { listOpen } from '../../storage/private-folders.js'
import type { Reached } from './database.js'
import { type Check, ok, problem, warning } from './finding.js'

const SHOWN = 3

const GIGABYTE = 2 ** 30
const FULL = 0.5 * GIGABYTE
const SCARCE = 5 * GIGABYTE

/** Checks that the data folder exists or can be created, and is writable. */
export const checkDataFolder: Check = async ({ dataDir }) => {
  const existing = await findExisting(dataDir)
  try {
    const probe = await mkdtemp(join(existing, '.media-library-doctor-'))
    await rm(probe, { recursive: true })
  } catch (error) {
    return problem(
      `${dataDir} cannot be ${existing === dataDir ? 'written' : 'created'}: ${(error as Error).message}`,
      `Give this account write access to ${existing}, or set DATA_DIR to another folder.`,
    )
  }
  return ok(existing === dataDir ? dataDir : `${dataDir}, which the first start creates`)
}

/** Checks that other accounts of the machine can read neither uploads nor what is derived from photos. */
export const checkOtherAccounts: Check = async ({ dataDir, uploads }) => {
  const open = process.platform === 'win32' ? [] : await listOpen({ dataDir, uploads })
  if (open.length === 0) return ok('cannot read uploads, previews and videos')
  return problem(
    `can read ${open.slice(0, SHOWN).join(', ')}${open.length > SHOWN ? ` and ${open.length - SHOWN} more` : ''}`,
    'The next start closes those that belong to its account. Close the others with `chmod -R go=`.',
  )
}

export const checkSpace: Check = async ({ dataDir }) => {
  const { bavail, bsize } = await statfs(await findExisting(dataDir))
  const free = bavail * bsize
  const detail = `${toSize(free)} free in ${dataDir}`
  const remedy = 'Free some space on that disk, or set DATA_DIR to a folder on a larger disk.'
  if (free < FULL) return problem(detail, remedy)
  return free < SCARCE ? warning(detail, remedy) : ok(detail)
}

/** Checks that the imported folders can be read on this machine. */
export function checkImportFolders(reached: Promise<Reached | null>): Check {
  return async () => {
    const found = await reached.catch(() => null)
    if (!found || 'fault' in found.report.migrations) return ok('unknown without the database')
    if (found.report.migrations.missing > 0) return ok('unknown until the migrations are applied')
    const database = connect(found.url)
    const paths = await listImportPaths(database).finally(() => disconnect(database))
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
  }
}

/** Returns the folder itself, or its nearest parent that exists. */
async function findExisting(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

function toSize(bytes: number) {
  return `${(bytes / GIGABYTE).toFixed(1)} GB`
}
