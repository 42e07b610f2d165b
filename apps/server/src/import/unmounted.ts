import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { forgetMountPoint, type Library, writeMountPoints } from '../assets/library.js'
import type { Database } from '../database/ask.js'

/**
 * Records where disks are mounted in a library's folder. Returns the subfolders in which one was mounted when that was last recorded,
 * and none is now. Unless cautious, forgets them.
 */
export async function noteDisks(
  database: Database,
  { id, mountPoints }: Library,
  { folder, isCautious }: { folder: string; isCautious: boolean },
): Promise<Set<string>> {
  const mounted = await listMountPoints(folder)
  const unmounted = isCautious ? mountPoints.filter((path) => !mounted.includes(path)) : []
  const noted = [...mounted, ...unmounted].sort()
  if (!isDeepStrictEqual(noted, mountPoints)) await writeMountPoints(database, id, noted)
  return new Set(unmounted)
}

/** Lists the subfolders in which a disk is mounted; none on systems other than Linux. */
export async function listMountPoints(folder: string): Promise<string[]> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const paths = mounts.split('\n').map((line) => readOctal(line.split(' ')[4] ?? ''))
  return [...new Set(paths.filter((path) => isBelow(folder, path)))].sort()
}

/** Returns whether a path is in a subfolder whose disk is not mounted. */
export function isUnmounted(unmounted: Set<string>, path: string): boolean {
  return [...unmounted].some((folder) => isBelow(folder, path))
}

/** Forgets the disks of subfolders in which known files were found: these folders are in use without a disk. */
export async function forgetUsed(
  database: Database,
  { libraryId, unmounted }: { libraryId: string; unmounted: Set<string> },
  knownPaths: string[],
): Promise<void> {
  for (const folder of unmounted) {
    if (!knownPaths.some((path) => isBelow(folder, path))) continue
    unmounted.delete(folder)
    await forgetMountPoint(database, libraryId, folder)
  }
}

function isBelow(folder: string, path: string) {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Decodes a path of the list, in which space, tab, newline and backslash are octal numbers of three digits. */
function readOctal(text: string) {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}
