import { dirname, join } from 'node:path'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import { openBeneath } from '../files/open-beneath.js'
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
    const file = await openBeneath({ folder: dirname(path), path })
    const { size, mtimeMs, chunks, close } = file
    const version = `${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}`
    return { size, modifiedAt: new Date(mtimeMs), version, path: file.path, chunks, close }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
