import { type FileHandle, open, rm } from 'node:fs/promises'

/** Creates a file that replaces an existing one or a link, so that root does not write through the link. */
export async function createAnew(path: string, mode: number): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx', mode)
}
