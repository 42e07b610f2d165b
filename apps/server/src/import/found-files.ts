import { realpath, stat } from 'node:fs/promises'
import type { Found } from '@media-library/media'
import type { PathSet } from './path-set.js'

/** The files that a walk has found so far. */
export interface FoundFiles {
  paths: PathSet
  /** False once a folder could not be read, because it may contain more files. */
  areAll: boolean
}

/** Adds a result of the walk. A link stands for the file that it points to. */
export function addFound(files: FoundFiles, found: Found[]): void {
  for (const { kind, path } of found) {
    if (kind === 'unreadable') files.areAll = false
    else files.paths.add(path)
  }
}

/** Whether a file was not found, and is not there now: it may have come behind the walk. A link on its way does not count. */
export async function isGone(files: FoundFiles, path: string): Promise<boolean> {
  if (files.paths.has(path)) return false
  const found = await realpath(path).catch(() => null)
  return found !== path || !(await stat(path).catch(() => null))?.isFile()
}
