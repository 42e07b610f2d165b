import { statfs } from 'node:fs/promises'
import { ProblemError, StorageError } from '../../errors.js'

/** The number of bytes after which the free space is measured again, because other programs write, too. */
const MEASURE_AGAIN_BYTES = 16 * 1024 * 1024

/**
 * The free space of the disk of a folder, of which uploads leave some for the database and the system. Only bytes that arrived count:
 * what a client announces could otherwise keep the disk from all others. Both functions throw `storage_full`.
 */
export interface FreeSpace {
  /** Measures whether so many bytes fit; 0 when their number is unknown. Nothing is reserved for them. */
  require(folder: string, bytes: number): Promise<void>
  /** Counts bytes that have arrived, before they are written. */
  take(folder: string, bytes: number): Promise<void>
}

/** Creates the check of a disk. `reserve` is the number of bytes that stay free. */
export function createFreeSpace(reserve: number): FreeSpace {
  let free = 0
  let unmeasured = 0

  const require = async (folder: string, bytes: number) => {
    const { bavail, bsize } = await statfs(folder)
    free = bavail * bsize
    unmeasured = 0
    if (free - bytes < reserve) throw storageFull()
  }

  return {
    require,
    take: async (folder, bytes) => {
      free -= bytes
      unmeasured += bytes
      if (free < reserve || unmeasured >= MEASURE_AGAIN_BYTES) await require(folder, 0)
    },
  }
}

/** Creates the problem of a disk without space. */
function storageFull(): ProblemError {
  return new ProblemError('storage_full', 'The storage of the service has no space for this file. Nothing was stored.')
}

/** Converts an error of writing a file: `storage_full` when the disk, its quota or the bucket is full; `unavailable` for a bucket. */
export function toStorageProblem(error: unknown): unknown {
  if (error instanceof StorageError) return error.isFull ? storageFull() : storeUnavailable()
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull() : error
}

function storeUnavailable(): ProblemError {
  const headers = { 'Retry-After': '5' }
  return new ProblemError('unavailable', 'The store of the files cannot be written at the moment.', { headers })
}
