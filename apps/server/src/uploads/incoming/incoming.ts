import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../database/ask.js'
import { joinPath } from '../../storage/object-path.js'
import type { Originals } from '../../storage/originals.js'
import { createProcessFolder } from '../../storage/process-folder.js'
import { toBucket } from './bucket-staging.js'
import type { Staging } from './staging.js'

/** The uploads that this process receives. */
export interface Incoming {
  begin(ownerId: string): Promise<Staging>
  close(): Promise<void>
}

/**
 * Opens the part of the upload folder in which this process receives files. It is created with the first one. Files for a bucket are
 * sent there when they are published.
 */
export function openIncoming(
  folder: string,
  { database, originals }: { database: Database; originals: Pick<Originals, 'bucket' | 'send'> },
): Incoming {
  let own: ReturnType<typeof create> | null = null

  const create = async () => {
    await mkdir(folder, { recursive: true })
    const root = await realpath(folder)
    return { root, own: await createProcessFolder(join(root, INCOMING)) }
  }

  return {
    begin: async (ownerId) => {
      own ??= create().catch((error) => {
        own = null
        throw error
      })
      const opened = await own
      const uploadId = randomUUID()
      const staging = await stage({ root: opened.root, own: opened.own.path, ownerId, uploadId })
      const { bucket } = originals
      if (bucket === null) return staging
      const place = { userFolder: joinPath(bucket, ownerId), target: toIncomingPath(bucket, { ownerId, uploadId }) }
      return toBucket(staging, { database, originals, ownerId, ...place })
    },
    close: async () => {
      const opened = await own?.catch(() => null)
      // What a client is still sending is removed by its own end.
      await opened?.own.remove()
    },
  }
}

async function stage({
  root,
  own,
  ownerId,
  uploadId,
}: {
  root: string
  own: string
  ownerId: string
  uploadId: string
}): Promise<Staging> {
  const entry = join(own, `${ownerId}.${uploadId}`)
  const files = join(entry, 'files')
  const target = toIncomingPath(root, { ownerId, uploadId })
  await mkdir(files, { recursive: true })
  let isLeft = false
  const withdraw = async () => {
    await rm(target, { recursive: true, force: true })
    // Others may have files there.
    await rmdir(dirname(target)).catch(() => {})
  }
  const move = async () => {
    const created = await mkdir(dirname(target), { recursive: true })
    await rename(files, target)
    return created
  }
  return {
    userFolder: join(root, ownerId),
    files,
    target,
    publish: async () => {
      const parent = dirname(target)
      const names = await readdir(files)
      // Another upload that was withdrawn may have removed the empty folder.
      const created = await move().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return move()
      })
      // What is synced at once waits for the disk once.
      const syncing = names.map((name) => sync(join(target, name), { isFolder: false }))
      syncing.push(sync(target))
      for (let path = parent; ; path = dirname(path)) {
        syncing.push(sync(path))
        if (created === undefined || path === dirname(created) || path === root) break
      }
      const failed = (await Promise.allSettled(syncing)).find(({ status }) => status === 'rejected')
      if (!failed) return
      await withdraw()
      throw (failed as PromiseRejectedResult).reason
    },
    keep: async () => {},
    withdraw,
    end: async () => {
      // It is empty once its files were published.
      if (!isLeft) await rmdir(entry).catch(() => rm(entry, { recursive: true, force: true }))
    },
    leave: () => {
      isLeft = true
    },
  }
}

/** Makes a file, or the names in a folder, durable. */
async function sync(path: string, { isFolder } = { isFolder: true }) {
  const handle = await open(path, isFolder ? 'r' : 'r+')
  try {
    await handle.sync()
  } catch (error) {
    // Some systems cannot sync a folder.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!(isFolder && ['EISDIR', 'EINVAL', 'EPERM'].includes(code))) throw error
  } finally {
    await handle.close()
  }
}

/** The folder of files that are not in the library yet. A walk leaves it out, because it is hidden. */
export const INCOMING = '.incoming'

/**
 * Returns the path of the files of an upload: a folder of their own in that of their owner, so that each keeps its name. The folder
 * between them is the last digits of the id. A second one would make each upload wait for two more folders to be on the disk.
 */
export function toIncomingPath(root: string, { ownerId, uploadId }: { ownerId: string; uploadId: string }): string {
  return joinPath(root, ownerId, uploadId.slice(-2), uploadId)
}
