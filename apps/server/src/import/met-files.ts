import type { Found } from '../media/walk.js'

/** What a walk met so far. */
export interface MetFiles {
  paths: string[]
  /** False once a folder could not be read, in which there may be more files. */
  areAll: boolean
}

/** Adds what a walk found; a link stands for the file that it leads to. */
export function meet(met: MetFiles, found: Found[]): void {
  for (const { kind, path } of found) {
    if (kind === 'unreadable') met.areAll = false
    else met.paths.push(path)
  }
}
