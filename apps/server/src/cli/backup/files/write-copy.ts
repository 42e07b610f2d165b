import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OpenFile } from '@media-library/media'
import { ProblemError, StorageError } from '../../../errors.js'
import { toStorageError } from '../../../storage/fault.js'
import { createFreeSpace } from '../../../uploads/incoming/free-space.js'

/** A writer of copies of files. */
export interface CopyWriter {
  /**
   * Writes a new file at a path, with the content of an open one and a time. Throws an error for an empty file, and for one whose SHA-1 is
   * not the given one; a StorageError when the copy cannot be written, or would leave less than the reserve free on the disk.
   */
  write(
    file: OpenFile,
    copy: { path: string; modifiedAt: Date; checksum: string | null; signal: AbortSignal },
  ): Promise<void>
}

/** The fault of a copy whose content is not that of the asset. */
export const OTHER_CONTENT = 'its content does not match its checksum; look for another copy of it'

/** Creates a writer of copies that leaves a reserve of bytes free for the database. `place` is for people. */
export function createCopyWriter(place: string, reserve: number): CopyWriter {
  const freeSpace = createFreeSpace(reserve)

  return {
    write: async (file, { path, modifiedAt, checksum, signal }) => {
      if (file.size === 0) throw new Error('it is empty; look for another copy of it')
      const hash = createHash('sha1')
      const handle = await open(path, 'wx').catch(fail)
      try {
        for await (const chunk of file.chunks({ start: 0, end: file.size - 1 })) {
          signal.throwIfAborted()
          await freeSpace.take(dirname(path), chunk.length).catch(fail)
          await handle.writeFile(chunk).catch(fail)
          hash.update(chunk)
        }
        await handle.utimes(new Date(), modifiedAt)
      } finally {
        await handle.close()
      }
      if (checksum !== null && hash.digest('hex') !== checksum) throw new Error(OTHER_CONTENT)
    },
  }

  function fail(error: unknown): never {
    if (!(error instanceof ProblemError)) throw toStorageError(place, error)
    throw new StorageError(`${place} is full except for UPLOAD_RESERVE; free some space`, {
      cause: error,
      isFull: true,
    })
  }
}
