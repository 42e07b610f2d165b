import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Opening, unlimited } from '../database/opening.js'
import { UserError } from '../errors.js'
import { type Account, giveTo } from './account.js'
import { type Binaries, programOf } from './binaries.js'
import { lend, runAs } from './run-as.js'

/** The role that owns the embedded cluster. */
export const ROLE = 'media_library'

/** Returns the paths of the embedded database in the data folder. */
export function clusterPaths(dataDir: string) {
  return {
    folder: join(dataDir, 'postgres'),
    password: join(dataDir, 'postgres.password'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
  }
}

/** Creates the cluster of a data folder if there is none, and makes sure that the account can run it. */
export async function prepareCluster(
  dataDir: string,
  account: Account | null,
  binaries: Binaries,
  opening: Opening = unlimited,
): Promise<void> {
  const { folder } = clusterPaths(dataDir)
  if (await isMissing(folder)) await createCluster(dataDir, account, binaries, opening)
  await checkVersion(folder, binaries)
  await giveTo(account, folder)
}

/** Reads the password of the cluster's role. */
export async function readPassword(dataDir: string): Promise<string> {
  const { password } = clusterPaths(dataDir)
  try {
    return (await readFile(password, 'utf8')).trim()
  } catch (error) {
    throw new UserError(
      `Cannot read the password of the database: ${(error as Error).message}. ` +
        'Restore the file from a backup, or start the service as the account that owns it.',
    )
  }
}

async function isMissing(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw new UserError(
      `Cannot read ${folder}: ${(error as Error).message}. ` +
        'Start the service as the account that owns it or as root, or set DATA_DIR to another folder.',
    )
  }
}

/** Creates a cluster. The last step renames its folder, which makes it valid. */
async function createCluster(
  dataDir: string,
  account: Account | null,
  binaries: Binaries,
  { signal }: Opening,
): Promise<void> {
  const { folder, password } = clusterPaths(dataDir)
  const [newFolder, newPassword] = [`${folder}.new`, `${password}.new`]
  await rm(newFolder, { recursive: true, force: true, maxRetries: 10 })
  await rm(newPassword, { force: true })

  await mkdir(newFolder, { mode: 0o700 })
  await writePassword(newPassword)
  await giveTo(account, newFolder)
  if (account) await chown(newPassword, account.uid, account.gid)

  const lent = await lend(account, [newFolder, newPassword])
  const options = [
    `--pgdata=${lent.paths[0]}`,
    `--pwfile=${lent.paths[1]}`,
    `--username=${ROLE}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  await runAs(account, programOf(binaries, 'initdb'), options, { descriptors: lent.descriptors, signal })
    .catch((error: Error) => {
      signal.throwIfAborted()
      throw new UserError(`The database in ${dataDir} could not be created. ${error.message}`)
    })
    .finally(() => lent.close())

  const owner = await stat(dataDir)
  if (account) await chown(newPassword, owner.uid, owner.gid)
  await rename(newPassword, password)
  await rename(newFolder, folder)
}

async function writePassword(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(randomBytes(32).toString('base64url'))
  await file.sync()
  await file.close()
}

async function checkVersion(folder: string, { version }: Binaries): Promise<void> {
  const has = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')
  const needs = version.split('.')[0]
  if (has.trim() === needs) return
  throw new UserError(
    has === ''
      ? `${folder} is not a database folder: it has no PG_VERSION. Move it away, or set DATA_DIR to another folder.`
      : `${folder} was created by PostgreSQL ${has.trim()}, but this version brings PostgreSQL ${needs}. ` +
          'Run `media-library backup` with the version that created it, move the folder away, and run `media-library restore` here.',
  )
}
