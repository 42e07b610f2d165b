import type { Stats } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.js'
import { DERIVED } from './derived-files.js'

type Folders = Pick<Config, 'dataDir' | 'uploads'>

const OTHERS = 0o007
const GROUP_AND_OTHERS = 0o077

/**
 * The folders that the service creates in its data folder, and those of users and their uploads. It leaves all others alone.
 */
const OWN = new Set<string>([...DERIVED, 'demo', 'staging', 'upload', '.incoming', '.resumable'])
const USER = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Keeps the files of this process from other accounts of the machine. A folder with the setgid bit means that its group, such as that
 * of nginx, may read. Folders that older versions left open are closed once.
 */
export async function keepPrivate({ dataDir, uploads }: Folders): Promise<void> {
  if (process.platform === 'win32') return
  const found = await Promise.all([dataDir, uploads.folder].map(look))
  process.umask(found.some((stats) => stats && sharesWithGroup(stats)) ? 0o027 : 0o077)
  for (const path of await listOpen({ dataDir, uploads })) await close(path)
}

/** Lists the folders of the service that other accounts may enter. */
export async function listOpen({ dataDir, uploads }: Folders): Promise<string[]> {
  const open = new Set<string>()
  for (const folder of [dataDir, uploads.folder]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      if ((OWN.has(name) || USER.test(name)) && isOpen(await look(path))) open.add(path)
    }
  }
  return [...open]
}

function look(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null)
}

function sharesWithGroup({ mode }: Stats) {
  return (mode & 0o2000) !== 0
}

function isOpen(stats: Stats | null) {
  return stats !== null && !stats.isSymbolicLink() && (stats.mode & closedBits(stats)) !== 0
}

function closedBits(stats: Stats) {
  return sharesWithGroup(stats) ? OTHERS : GROUP_AND_OTHERS
}

/** Closes a folder after its content, so that an interrupted start leaves it to the next one. */
async function close(folder: string, closed?: number): Promise<void> {
  const stats = await look(folder)
  if (!stats || stats.isSymbolicLink()) return
  const bits = closed ?? closedBits(stats)
  if (stats.isDirectory())
    for (const name of await readdir(folder).catch(() => [])) await close(join(folder, name), bits)
  // A folder of another account is reported by `doctor`.
  await chmod(folder, stats.mode & 0o7777 & ~bits).catch(() => {})
}
