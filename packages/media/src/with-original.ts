import { FileFault } from './errors.js'
import { describeFileError } from './files/file-error.js'
import { type FilePlace, type OpenFile, withOpenFile } from './files/open-beneath.js'

/** The fault of a file without content. */
export const EMPTY = 'it is empty (0 bytes); copy it again from its source'

/**
 * Opens the file of an asset for `use`, and closes it afterwards. Throws an error for its owner when the file is missing or
 * empty, or when it cannot be read without following a link.
 */
export async function withOriginal<T>(place: FilePlace, use: (file: OpenFile) => Promise<T>): Promise<T> {
  let isOpen = false
  try {
    return await withOpenFile(place, (file) => {
      isOpen = true
      if (file.size === 0) throw new FileFault(EMPTY)
      return use(file)
    })
  } catch (error) {
    throw isOpen ? error : explain(error as Error)
  }
}

function explain(error: NodeJS.ErrnoException): Error {
  const isGone = error.code === 'ENOENT' || error.code === 'ENOTDIR'
  return new Error(isGone ? 'the file is missing; put it back, or import its folder again' : describeFileError(error))
}
