import { type FileHandle, open, rm } from 'node:fs/promises'

/** Creates a file in the place of another one, or of a link, which leads root nowhere. */
export async function createAnew(path: string, mode: number): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx', mode)
}
