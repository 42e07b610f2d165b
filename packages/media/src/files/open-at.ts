import { constants, statSync } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { linkError } from './file-error.js'

/** The folder with the paths of the descriptors of this process. */
export const OWN_DESCRIPTORS = '/proc/self/fd'

/** Whether the descriptors of this process have paths, as on Linux. */
export const haveDescriptorPaths: boolean = process.platform === 'linux' && findOwner() !== null

/** Whether other processes of this account may use those paths. They may not when the program has capabilities. */
export const areDescriptorsShared: boolean = haveDescriptorPaths && findOwner() === process.geteuid?.()

/** Opens the file or folder at the path segments below a folder, without following links below that folder. */
export const openAt = haveDescriptorPaths ? openByDescriptors : openByNames

// Node has no constant for it. Such a descriptor only marks a place, and therefore needs no permission to read.
const O_PATH = 0o10_000_000

const placeOnly = O_PATH | constants.O_DIRECTORY

/**
 * Opens a file by the path segments below a folder. Each is looked up in the folder opened before it, so a link is refused
 * even when it replaces a folder while the file is being opened.
 */
async function openByDescriptors(folder: string, names: string[], flags: number): Promise<FileHandle> {
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

/** Throws unless the path still leads to the open file. */
export async function requireSame(handle: FileHandle, path: string): Promise<void> {
  const [opened, found] = await Promise.all([handle.stat({ bigint: true }), lstat(path, { bigint: true })])
  if (found.isSymbolicLink()) throw linkError()
  if (opened.dev !== found.dev || opened.ino !== found.ino) throw new Error('it was replaced while it was being read')
}

/**
 * Opens a file by the path segments below a folder, for systems whose descriptors have no paths. It looks for links before and
 * after opening, which detects links that remain.
 */
export async function openByNames(folder: string, names: string[], flags: number): Promise<FileHandle> {
  const path = join(folder, ...names)
  await requireNoLinks(folder, names)
  const handle = await open(path, flags)
  try {
    await requireNoLinks(folder, names)
    await requireSame(handle, path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function requireNoLinks(folder: string, names: string[]): Promise<void> {
  let path = folder
  for (const name of names) {
    path = join(path, name)
    if ((await lstat(path)).isSymbolicLink()) throw linkError()
  }
}
