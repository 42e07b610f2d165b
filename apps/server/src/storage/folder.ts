import { join } from 'node:path'
import { FileStorage } from '@flystorage/file-storage'
import { LocalStorageAdapter } from '@flystorage/local-fs'
import type { Place } from './place.js'

/** A folder of this machine. Files are made beside those that they replace, so that a rename does it. */
export function openFolder(folder: string): Place {
  const files = new FileStorage(new LocalStorageAdapter(folder))
  return {
    name: folder,
    files,
    stage: (key) => join(folder, key),
    publish: (staged, key) => files.moveFile(staged, key),
    close: () => {},
  }
}
