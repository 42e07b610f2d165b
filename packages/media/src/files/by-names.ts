import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { linkError } from './file-error.js'

/** Throws unless the path still leads to the open file. */
export async function requireSame(handle: FileHandle, path: string): Promise<void> {
  const [opened, found] = await Promise.all([handle.stat({ bigint: true }), lstat(path, { bigint: true })])
  if (found.isSymbolicLink()) throw linkError()
  if (opened.dev !== found.dev || opened.ino !== found.ino) throw new Error('it was replaced while it was being read')
}

/**
 * Opens a file by the path segments below a folder, for systems whose descriptors have no paths. It looks for links before and
 * after opening, which detects links that remain.
 */
export async function openByNames(folder: string, names: string[], flags: number): Promise<FileHandle> {
  const path = join(folder, ...names)
  await requireNoLinks(folder, names)
  const handle = await open(path, flags)
  try {
    await requireNoLinks(folder, names)
    await requireSame(handle, path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function requireNoLinks(folder: string, names: string[]): Promise<void> {
  let path = folder
  for (const name of names) {
    path = join(path, name)
    if ((await lstat(path)).isSymbolicLink()) throw linkError()
  }
}
