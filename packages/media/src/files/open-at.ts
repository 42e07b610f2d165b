import { constants, statSync } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { linkError } from './file-error.js'

/** Where the descriptors of this process have paths. */
export const OWN_DESCRIPTORS = '/proc/self/fd'

/** Whether the descriptors of this process have paths, as on Linux. */
export const haveDescriptorPaths: boolean = process.platform === 'linux' && findOwner() !== null

/** Whether other processes of this account may use those paths. They may not when the program has capabilities. */
export const areDescriptorsShared: boolean = haveDescriptorPaths && findOwner() === process.geteuid?.()

// Node has no constant for it. Such a descriptor only marks a place, so it needs no permission to read.
const O_PATH = 0o10_000_000

const placeOnly = O_PATH | constants.O_DIRECTORY

/**
 * Opens a file by the path segments below a folder. Each is looked up in the folder opened before it, so a link is refused
 * even when it replaces a folder while the file is being opened.
 */
export async function openByDescriptors(folder: string, names: string[], flags: number): Promise<FileHandle> {
  let parent = await open(folder, placeOnly)
  try {
    for (const name of names.slice(0, -1)) {
      const child = await enter(parent, name)
      await parent.close()
      parent = child
    }
    return await open(`${OWN_DESCRIPTORS}/${parent.fd}/${names.at(-1)}`, flags | constants.O_NOFOLLOW)
  } finally {
    await parent.close()
  }
}

function findOwner(): number | null {
  try {
    return statSync(OWN_DESCRIPTORS).uid
  } catch {
    return null
  }
}

async function enter(parent: FileHandle, name: string): Promise<FileHandle> {
  const path = `${OWN_DESCRIPTORS}/${parent.fd}/${name}`
  try {
    return await open(path, placeOnly | constants.O_NOFOLLOW)
  } catch (error) {
    const found = await lstat(path).catch(() => null)
    throw found?.isSymbolicLink() ? linkError() : error
  }
}
