import { constants } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { haveDescriptorPaths, OWN_DESCRIPTORS, openAt } from './open-at.js'
import { type FilePlace, toNames } from './open-beneath.js'

/** The attributes of a new file that differ from the account's defaults. */
interface FileLook {
  mode: number
  uid: number
  gid: number
}

/**
 * Writes a file beneath a folder without following links below that folder. At any moment, the file is either complete or as it was before:
 * the content is synced under a hidden name, which replaces the file. Throws the error of the file system.
 */
export async function replaceBeneath(place: FilePlace, content: Buffer, look: FileLook): Promise<void> {
  const names = toNames(place)
  const folder = await realpath(place.folder)
  const above = names.slice(0, -1)
  const name = names.at(-1) as string
  const parent = await openFolder(folder, above)
  try {
    const at = haveDescriptorPaths ? `${OWN_DESCRIPTORS}/${parent.fd}` : join(folder, ...above)
    const partial = join(at, `.${name}.partial`)
    await rm(partial, { force: true })
    await writeNew(partial, content, look)
    await rename(partial, join(at, name)).catch(async (error) => {
      await rm(partial, { force: true })
      throw error
    })
    await parent.sync()
  } finally {
    await parent.close()
  }
}

function openFolder(folder: string, names: string[]): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY
  return names.length === 0 ? open(folder, flags) : openAt(folder, names, flags)
}

async function writeNew(path: string, content: Buffer, { mode, uid, gid }: FileLook) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    // Only some accounts may change the owner of a file.
    await file.chown(uid, gid).catch(() => {})
    await file.chmod(mode)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
