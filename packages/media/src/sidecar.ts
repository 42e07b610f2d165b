import { lstat } from 'node:fs/promises'
import { basename, extname } from 'node:path'

/** Lists the paths at which the XMP side-car of a file may be, the preferred one first. */
export function listSidecarPaths(path: string): string[] {
  const stem = path.slice(0, path.length - extname(path).length)
  return [path, stem].flatMap((start) => [`${start}.xmp`, `${start}.XMP`])
}

/** Describes the current content of a side-car without reading it; null when there is none. */
export async function readSidecarVersion(path: string | undefined): Promise<string | null> {
  const found = path === undefined ? null : await lstat(path).catch(() => null)
  return found && path !== undefined ? `${basename(path)} ${found.size} ${Math.trunc(found.mtimeMs)}` : null
}
