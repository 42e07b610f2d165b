import { randomBytes } from 'node:crypto'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { UserError } from '../../errors.js'

const NAME = /^media-library-\d{8}-\d{6}\.zip$/

/** Returns the file to write: the given one, or in a given folder one named after the time. Throws a UserError if it exists. */
export async function chooseTarget(given: string, moment: Date): Promise<string> {
  const path = (await isFolder(given)) ? join(resolve(given), nameOf(moment)) : resolve(given)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new UserError(`${path} already exists. Name another file, or a folder.`)
  return path
}

/** Returns the backup to read: the given file, or the latest in a given folder. Throws a UserError when there is none. */
export async function findBackup(given: string): Promise<string> {
  const path = resolve(given)
  if (!(await isFolder(path))) {
    await access(path).catch((error: Error) => {
      throw new UserError(`cannot read ${path}: ${error.message}. \`media-library backup\` creates backups.`)
    })
    return path
  }
  const latest = (await readdir(path))
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1)
  if (latest === undefined)
    throw new UserError(`there is no backup in ${path}: no file has a name like media-library-….zip.`)
  return join(path, latest)
}

/**
 * Writes a file that only its owner may read. It gets its name once it is completely on the disk. A failure leaves no file.
 */
export async function writeWhole<Result>(path: string, write: (target: Writable) => Promise<Result>): Promise<Result> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600).catch((error: Error) => {
    throw new UserError(`cannot write ${path}: ${error.message}`)
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

function nameOf(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().replace(/[-:]/g, '').split(/[T.]/)
  return `media-library-${day}-${time}.zip`
}
