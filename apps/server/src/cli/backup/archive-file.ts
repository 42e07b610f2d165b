import { randomBytes } from 'node:crypto'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { toReason, UserError } from '../../errors.js'

const NAME = /^media-library-\d{8}-\d{6}\.zip$/

/**
 * Returns the file to write: the given one, or a file in the given folder with the time in its name. Throws a UserError if it exists, or
 * its folder does not.
 */
export async function chooseTarget(target: string, moment: Date): Promise<string> {
  const path = (await isFolder(target)) ? join(resolve(target), toName(moment)) : resolve(target)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new UserError(`${path} already exists. Name another file, or a folder.`)
  const folder = dirname(path)
  if (!(await isFolder(folder))) throw new UserError(`the folder ${folder} does not exist. Create it, and try again.`)
  return path
}

/** Returns the backup to read: the given file, or the latest in a given folder. Throws a UserError when there is none. */
export async function findBackup(place: string): Promise<string> {
  const path = resolve(place)
  const refuse = (error: Error) => {
    throw new UserError(`cannot read ${path}: ${toReason(error)}. \`media-library backup\` creates backups.`)
  }
  if (!(await isFolder(path))) {
    await access(path, constants.R_OK).catch(refuse)
    return path
  }
  const latest = (await readdir(path).catch(refuse))
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1)
  if (latest === undefined)
    throw new UserError(`there is no backup in ${path}: no file has a name like media-library-….zip.`)
  return join(path, latest)
}

/**
 * Writes a file that only its owner may read. It gets its name once it is completely on the disk. If writing fails, no file remains.
 */
export async function writeWhole<Result>(path: string, write: (target: Writable) => Promise<Result>): Promise<Result> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600).catch((error: Error) => {
    throw new UserError(`cannot write ${path}: ${toReason(error)}. Name another file, or a folder.`)
  })
  const target = file.createWriteStream({ flush: true })
  try {
    const result = await write(target)
    await rename(part, path)
    return result
  } catch (error) {
    target.destroy()
    await rm(part, { force: true })
    throw error
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function toName(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().replace(/[-:]/g, '').split(/[T.]/)
  return `media-library-${day}-${time}.zip`
}
