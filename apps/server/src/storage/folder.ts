import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore, PlacedFile } from './file-store.js'
import { openPlain } from './open-plain.js'

/** Opens a local folder. Files are staged next to the ones that they replace, so that a rename replaces them. */
export function openFolder(folder: string): FileStore {
  return {
    name: folder,
    stage: (key) => join(folder, key),
    publish: (staged, key) => rename(join(folder, staged), join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
    removeAll: (key) => rm(join(folder, key), { recursive: true, force: true }),
    list: (key) => keysBeneath(folder, key),
    readSize: (key) => readPlainSize(join(folder, key)),
    open: (key) => openFile(join(folder, key)),
    sign: async () => null,
    close: () => {},
  }
}

/** Opens the file at a path. Links on the way to it are the operator's; a link in its place is not. */
async function openFile(path: string): Promise<PlacedFile | null> {
  try {
    const { size, mtimeMs, ...access } = await openPlain(path)
    const version = `${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}`
    const locate = async () => join(await realpath(dirname(path)), basename(path))
    return { size, modifiedAt: new Date(mtimeMs), version, locate, ...access }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns the size of the file at a path; null when there is none, such as for a link. */
export async function readPlainSize(path: string): Promise<number | null> {
  try {
    const found = await lstat(path)
    return found.isFile() ? found.size : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown) {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

async function* keysBeneath(folder: string, key: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, key), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(key, entry.name)
    if (entry.isDirectory()) yield* keysBeneath(folder, path)
    // A link is the operator's, such as one to another disk.
    else if (entry.isFile()) yield path
  }
}
