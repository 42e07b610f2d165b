import { constants } from 'node:fs'
import { type FileHandle, open, stat, writeFile } from 'node:fs/promises'
import type { Account } from './account.js'
import { clusterPaths } from './cluster.js'
import { createAnew } from './create-anew.js'
import { EmbeddedPostgresError } from './errors.js'
import { withLock } from './lock.js'
import type { Opening } from './opening.js'

/** The maximum length of the log and of its predecessor in bytes; the log of a minute may be added to it. */
const MAX_LOG_BYTES = 10_000_000

/** Opens the log to append to it, after its content has been moved to `<log>.old` if it is too long. */
export async function openLog(path: string, account: Account | null): Promise<FileHandle> {
  if (await isLong(path)) await empty(path)
  const log = await openPlain(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
  if (account) await log.chown(account.uid, account.gid)
  return log
}

/** Reads the log from a position on. */
export async function readFrom(log: FileHandle, start: number): Promise<string> {
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start)
  return buffer.toString('utf8', 0, bytesRead)
}

/** Limits the log while PostgreSQL is running, which continues to append to the emptied file. */
export async function limitLog(dataDir: string, opening: Opening): Promise<void> {
  const { log, lock } = clusterPaths(dataDir)
  if (!(await isLong(log))) return
  const emptyOnce = async () => {
    if (await isLong(log)) await empty(log)
  }
  await withLock(dataDir, lock, emptyOnce, opening)
}

/**
 * Opens a file, but not a link: root writes to the folder of another account, which could redirect root with a link. Throws `unwritable`.
 */
async function openPlain(path: string, flags: number): Promise<FileHandle> {
  const refuse = () => new EmbeddedPostgresError('unwritable', `${path} is a link, or not a file. Remove it.`)
  const file = await open(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? refuse() : error
  })
  const { nlink } = await file.stat()
  if (nlink === 1) return file
  await file.close()
  throw refuse()
}

async function isLong(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.size > MAX_LOG_BYTES
}

async function empty(path: string): Promise<void> {
  const log = await openPlain(path, constants.O_RDWR)
  try {
    const { size, uid, gid } = await log.stat()
    const kept = Buffer.alloc(Math.min(size, MAX_LOG_BYTES))
    const { bytesRead } = await log.read(kept, 0, kept.length, size - kept.length)
    const old = await createAnew(`${path}.old`, 0o600)
    try {
      if (process.getuid?.() === 0) await old.chown(uid, gid)
      await writeFile(old, kept.subarray(0, bytesRead))
    } finally {
      await old.close()
    }
    await log.truncate(0)
  } finally {
    await log.close()
  }
}
