import { randomUUID } from 'node:crypto'
import { symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenFile } from '../files/open-beneath.js'

/**
 * Reads a file through a link with a plain name and the same extension, because exiftool reads one argument per line and
 * looks at extensions.
 */
export async function withPlainPath<T>({ path, steadyPath }: OpenFile, read: (path: string) => Promise<T>): Promise<T> {
  if (steadyPath === path && !/[\r\n]/.test(path)) return read(path)
  const link = join(tmpdir(), `media-library-${randomUUID()}${plainExtension(path)}`)
  await symlink(steadyPath, link)
  try {
    return await read(link)
  } finally {
    await unlink(link)
  }
}

/** Returns the extension, by which exiftool distinguishes formats with the same content type. */
function plainExtension(path: string) {
  return /\.\w{1,8}$/.exec(path)?.[0] ?? ''
}
