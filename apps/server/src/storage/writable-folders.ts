import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.js'
import { type StorageError, UserError } from '../errors.js'
import { toStorageError } from './fault.js'

/**
 * Checks the folders in which files are stored, and leaves nothing there. Throws a UserError when one cannot be created or written. A
 * full disk is only a warning, because it may get space while the service runs; returns the warning, or null.
 */
export async function tryFolders({ dataDir, uploads }: Pick<Config, 'dataDir' | 'uploads'>): Promise<string | null> {
  let warning: string | null = null
  for (const [variable, folder] of Object.entries({ DATA_DIR: dataDir, UPLOAD_DIR: uploads.folder })) {
    const { fault } = await tryFolder(folder)
    if (fault?.isFull) warning ??= `${fault.message}. Uploads and jobs fail until then.`
    else if (fault)
      throw new UserError(`${fault.message}. Fix this, or set ${variable} to another folder.`, { cause: fault })
  }
  return warning
}

/** A folder that was checked. */
export interface TriedFolder {
  /** The folder, or its nearest parent that exists. */
  existing: string
  /** The reason why it cannot be created or written; null when it can. */
  fault: StorageError | null
}

/** Checks a folder, and leaves nothing there. */
export async function tryFolder(folder: string): Promise<TriedFolder> {
  const existing = await findExisting(folder)
  try {
    const probe = await mkdtemp(join(existing, '.media-library-'))
    await writeFile(join(probe, 'probe'), 'removed at once').finally(() => rm(probe, { recursive: true }))
    return { existing, fault: null }
  } catch (error) {
    return { existing, fault: toStorageError(folder, error, existing === folder ? 'written' : 'created') }
  }
}

/** Returns the path itself, or its nearest parent that exists. A link to nowhere exists, and cannot be written. */
async function findExisting(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  return found || dirname(path) === path ? path : findExisting(dirname(path))
}
