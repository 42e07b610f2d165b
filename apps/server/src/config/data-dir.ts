import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, in a clone. The path is the same from `src` and from `dist`. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Whether the program runs from a clone of the repository rather than an installed package. */
export const isClone = existsSync(join(root, 'pnpm-workspace.yaml'))

/** Returns `given`, or else the folder `data` of the clone or of the current folder. */
export function findDataDir(given: string | undefined, cwd = process.cwd()): string {
  if (given !== undefined) return resolve(cwd, given)
  return join(isClone && isWithin(root, cwd) ? root : cwd, 'data')
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
