import type { Found } from '../media/walk.js'
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
