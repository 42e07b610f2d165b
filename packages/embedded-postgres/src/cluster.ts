import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, giveTo } from './account.js'
import { type Binaries, toProgramPath } from './binaries.js'
import { EmbeddedPostgresError } from './errors.js'
import { noticing, type Opening, unlimited } from './opening.js'
import { lend, runAs } from './run-as.js'

/** A cluster of PostgreSQL in a folder, and the settings of its application. */
export interface Cluster {
  /** The folder of the cluster, its password, its log and its lock. */
  dataDir: string
  /** The name of the database, and of the role that owns the cluster. */
  database: string
  /** The name of the application, for its sessions and its caches. */
  application: string
  /** Settings of PostgreSQL, such as `work_mem`. Each start applies them. */
  settings?: Record<string, string>
}

/** Returns the paths of a cluster in its data folder. */
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
  cluster: Cluster,
  account: Account | null,
  binaries: Binaries,
  opening: Opening = unlimited,
): Promise<void> {
  const { folder } = clusterPaths(cluster.dataDir)
  if (await isMissing(folder)) await createCluster(cluster, account, binaries, opening)
  await checkVersion(folder, binaries)
  await giveTo(account, folder)
}

/** Reads the password of the cluster's role. */
export async function readPassword(dataDir: string): Promise<string> {
  const { password } = clusterPaths(dataDir)
  try {
    return (await readFile(password, 'utf8')).trim()
  } catch (error) {
    throw new EmbeddedPostgresError(
      'unreadable-password',
      `cannot read the password of the database: ${(error as Error).message}.`,
    )
  }
}

async function isMissing(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw new EmbeddedPostgresError('unreadable', `cannot read ${folder}: ${(error as Error).message}.`)
  }
}

/** Creates a cluster. The last step renames its folder, which makes it valid. */
async function createCluster(
  { dataDir, database }: Cluster,
  account: Account | null,
  binaries: Binaries,
  opening: Opening,
): Promise<void> {
  const { signal } = opening
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
    `--username=${database}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  const creating = runAs(account, toProgramPath(binaries, 'initdb'), options, { descriptors: lent.descriptors, signal })
  await noticing(creating, `Creating the database in ${dataDir}.`, opening)
    .catch((error: Error) => {
      signal.throwIfAborted()
      throw new EmbeddedPostgresError(
        'not-created',
        `the database in ${dataDir} could not be created: ${findFaultLine(error)}\n`,
      )
    })
    .finally(() => lent.close())

  const owner = await stat(dataDir)
  if (account) await chown(newPassword, owner.uid, owner.gid)
  await rename(newPassword, password)
  await rename(newFolder, folder)
}

/** Returns the error line of a program of PostgreSQL; without such a line, its whole output. */
function findFaultLine({ message }: Error): string {
  const faults = message.split('\n').filter((line) => /\b(error|ERROR|FATAL|PANIC): /.test(line))
  return faults.length > 0 ? faults.join('\n') : message
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
  if (has === '') {
    throw new EmbeddedPostgresError('not-a-cluster', `${folder} is not a database folder: it has no PG_VERSION.`)
  }
  if (has.trim() === needs) return
  throw new EmbeddedPostgresError(
    'other-version',
    `${folder} was created by PostgreSQL ${has.trim()}, but this version brings PostgreSQL ${needs}.`,
  )
}
