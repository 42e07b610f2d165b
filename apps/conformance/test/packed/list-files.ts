import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Lists the files below a folder, with their total size in bytes. */
export async function listFiles(folder: string): Promise<{ paths: string[]; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  return { paths, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
