import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, as near to `src` as to `dist`, if this is a clone and no installed package. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Whether the program runs from a clone of the repository, not from an installed package. */
export const isClone = existsSync(join(root, 'pnpm-workspace.yaml'))

/** The folder of the library: `given`, or `data` of the folder one is in; anywhere in a clone it is that of its root. */
export function findDataDir(given: string | undefined, cwd = process.cwd()): string {
  if (given !== undefined) return resolve(cwd, given)
  return join(isClone && isWithin(root, cwd) ? root : cwd, 'data')
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
