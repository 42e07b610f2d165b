import { stat } from 'node:fs/promises'
import { describeFileError } from './file-error.js'

/** Throws, in words for the person who owns it, when a file is gone, cannot be read or is empty. */
export const requireContent = async (path: string): Promise<void> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
      throw new Error('the file is gone; put it back, or import its folder again')
    }
    throw new Error(describeFileError(error))
  })
  if (!found.isFile()) throw new Error('it is not a file any more')
  if (found.size === 0) throw new Error('it is empty (0 bytes)')
}
