import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The bytes of a disk. `free` are those that this account may write. */
export interface DiskSpace {
  size: number
  used: number
  free: number
}

/** Reads the space of the disk on which a folder is, or will be. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(folder)
    return { size: blocks * bsize, used: (blocks - bfree) * bsize, free: bavail * bsize }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return readDiskSpace(dirname(folder))
  }
}
