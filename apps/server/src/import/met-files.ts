import type { Found } from '../media/walk.js'

/** The files that a walk has found so far. */
export interface MetFiles {
  paths: string[]
  /** False once a folder could not be read, because it may contain more files. */
  areAll: boolean
}

/** Adds a result of the walk. A link stands for the file that it points to. */
export function meet(met: MetFiles, found: Found[]): void {
  for (const { kind, path } of found) {
    if (kind === 'unreadable') met.areAll = false
    else met.paths.push(path)
  }
}
