import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import { openPlain } from '../files/open-plain.js'
import type { Place, PlacedFile } from './place.js'

/** Opens a local folder. Files are staged next to the ones that they replace, so that a rename replaces them. */
export function openFolder(folder: string): Place {
  const files = new FileStorage(new LocalStorageAdapter(folder))
  return {
    name: folder,
    files,
    stage: (key) => join(folder, key),
    publish: (staged, key) => files.moveFile(staged, key),
    open: (key) => openFile(join(folder, key)),
    sign: async () => null,
    close: () => {},
  }
}

/** Links on the way to it are the operator's; one in its place is not. */
async function openFile(path: string): Promise<PlacedFile | null> {
  try {
    const { size, mtimeMs, chunks, close } = await openPlain(path)
    const version = `${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}`
    const locate = async () => join(await realpath(dirname(path)), basename(path))
    return { size, modifiedAt: new Date(mtimeMs), version, locate, chunks, close }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
