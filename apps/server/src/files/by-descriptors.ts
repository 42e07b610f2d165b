import { constants, statSync } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { linkError } from './file-error.js'

const ownDescriptors = '/proc/self/fd'

/** Whether a descriptor of this process has a path, which is so on Linux. */
export const haveDescriptorPaths: boolean = process.platform === 'linux' && findOwner() !== null

/** Whether other processes of this account may use that path, which they may not where the program has capabilities. */
export const areDescriptorsShared: boolean = haveDescriptorPaths && findOwner() === process.geteuid?.()

// Node has no name for it: a descriptor that only stands for a place, for which no right to read is needed.
const O_PATH = 0o10_000_000

const placeOnly = O_PATH | constants.O_DIRECTORY

/**
 * Opens a file by the names that lead to it from a folder, each looked up in the folder opened before, so that a link put
 * in the place of one is refused even while the file is being opened.
 */
export async function openByDescriptors(folder: string, names: string[], flags: number): Promise<FileHandle> {
  let parent = await open(folder, placeOnly)
  try {
    for (const name of names.slice(0, -1)) {
      const child = await enter(parent, name)
      await parent.close()
      parent = child
    }
    return await open(`${ownDescriptors}/${parent.fd}/${names.at(-1)}`, flags | constants.O_NOFOLLOW)
  } finally {
    await parent.close()
  }
}

function findOwner(): number | null {
  try {
    return statSync(ownDescriptors).uid
  } catch {
    return null
  }
}

async function enter(parent: FileHandle, name: string): Promise<FileHandle> {
  const path = `${ownDescriptors}/${parent.fd}/${name}`
  try {
    return await open(path, placeOnly | constants.O_NOFOLLOW)
  } catch (error) {
    const found = await lstat(path).catch(() => null)
    throw found?.isSymbolicLink() ? linkError() : error
  }
}
