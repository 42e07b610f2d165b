import { statfs } from 'node:fs/promises'
import { ProblemError } from '../errors.js'

/** After how many bytes the free space is measured again, because other programs write, too. */
const MEASURE_AGAIN_BYTES = 16 * 1024 * 1024

/** The part of the disk that one upload may fill. */
export interface DiskShare {
  /** Notes bytes before they are written. Throws `storage_full`. */
  take(bytes: number): Promise<void>
  end(): void
}

/** Shares the free space of a disk among uploads, so that some bytes stay free for the database and the system. */
export interface DiskRoom {
  /** Promises space for an upload; 0 bytes when its length is unknown. Throws `storage_full`. */
  share(folder: string, bytes: number): Promise<DiskShare>
}

export function createDiskRoom(reserve: number): DiskRoom {
  let promised = 0

  const require = async (folder: string, bytes: number) => {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - promised - bytes < reserve) throw storageFull()
  }

  return {
    share: async (folder, bytes) => {
      await require(folder, bytes)
      let left = bytes
      let unmeasured = 0
      promised += left
      const give = (given: number) => {
        left -= given
        promised -= given
      }
      return {
        take: async (taken) => {
          give(Math.min(taken, left))
          unmeasured += taken
          if (unmeasured < MEASURE_AGAIN_BYTES) return
          unmeasured = 0
          await require(folder, 0)
        },
        end: () => give(left),
      }
    },
  }
}

/** Creates the problem of a disk without space. */
export function storageFull(): ProblemError {
  return new ProblemError('storage_full', 'The disk of the service has no space for this file. Nothing was stored.')
}

/** Converts an error of writing a file: `storage_full` when the disk or its quota is full. */
export function toStorageProblem(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull() : error
}
