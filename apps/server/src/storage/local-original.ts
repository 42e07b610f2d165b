import { access, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FilePlace, findContentType, type OpenFile, openBeneath } from '@media-library/media'
import type { OpenOriginal } from './original.js'

/** Opens an original in a folder, without following links below that. Throws the error of the file system. */
export async function openLocalOriginal(place: FilePlace): Promise<OpenOriginal> {
  let file: OpenFile | null = null
  try {
    file = await openBeneath(place)
    const { size, mtimeMs, path, chunks, close } = file
    return {
      size,
      modifiedAt: new Date(mtimeMs),
      chunks,
      close,
      ...(await findContentType(file)),
      version: `${size.toString(36)}-${Math.round(mtimeMs * 1_000).toString(36)}`,
      locate: async () => path,
      sign: async () => null,
    }
  } catch (error) {
    await file?.close()
    throw error
  }
}

/** Removes an uploaded file with its side-car, and its folder, unless there still is another file in it. */
export async function removeLocalOriginal(path: string): Promise<void> {
  // Nothing is removed from a disk that is not mounted.
  await access(join(dirname(path), '..', '..'))
  await rm(path, { force: true })
  await rm(`${path}.xmp`, { force: true })
  await rmdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error
  })
}
