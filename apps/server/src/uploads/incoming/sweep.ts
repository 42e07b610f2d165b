import { realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { advanceRetentionClock } from '../../asset-changes/retention-clock.js'
import type { Database } from '../../database/ask.js'
import type { SharedLocks } from '../../database/shared-locks.js'
import { listFilesAt } from '../../import/stored-files.js'
import type { Logger } from '../../logger.js'
import { listAbandoned, namesIn } from '../../storage/process-folder.js'
import { KEPT_MS, listKnownPartials } from '../resumable/partial-row.js'
import { type PartialUploads, RESUMABLE, toLock } from '../resumable/partial-uploads.js'
import { INCOMING, toIncomingPath } from './incoming.js'

/**
 * Removes the files of unfinished uploads of processes that have ended, and leaves those of other servers alone. Files that reached
 * their place are kept when the library knows them. Returns the number of uploads that were cleaned up.
 */
export async function sweepUploads(
  folder: string,
  { database, logger }: { database: Database; logger: Logger },
): Promise<number> {
  const root = await realpath(folder).catch(() => null)
  if (root === null) return 0
  let swept = 0
  for (const left of await listAbandoned(join(root, INCOMING))) {
    for (const entry of await namesIn(left)) {
      await finish(database, root, entry)
      await rm(join(left, entry), { recursive: true, force: true })
      swept += 1
    }
    await rm(left, { recursive: true, force: true })
  }
  if (swept > 0) logger.info({ swept }, 'removed what interrupted uploads had left')
  return swept
}

/**
 * Removes the resumable uploads that nothing has changed for a day, and on which no server is at work. Returns their number. A time in which
 * nothing ran does not count.
 */
export async function sweepPartialUploads(
  partials: PartialUploads,
  { database, locks, logger }: { database: Database; locks: SharedLocks; logger: Logger },
): Promise<number> {
  await advanceRetentionClock(database, logger)
  let swept = 0
  for (const name of await partials.listStale()) {
    const release = await locks.tryAcquire(toLock(name), () => {})
    if (!release) continue
    try {
      if ((await partials.listStale(name)).length === 0) continue
      await partials.remove(name)
      swept += 1
    } finally {
      await release()
    }
  }
  return swept
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\.|$)/

/** Removes the files of resumable uploads that the database does not have, and that nothing has changed for a day. */
export async function sweepPartialFiles(
  folder: string,
  { database, now = Date.now() }: { database: Database; now?: number },
): Promise<void> {
  const root = join(folder, RESUMABLE)
  for (const ownerId of await namesIn(root)) {
    const old = new Map<string, string>()
    for (const name of await namesIn(join(root, ownerId))) {
      const path = join(root, ownerId, name)
      const [id] = ID.exec(name) ?? []
      // The bytes get the time of the photo before they are in the library.
      const changedAt = (await stat(path).catch(() => null))?.ctimeMs ?? now
      if (id !== undefined && now - changedAt > KEPT_MS) old.set(path, id)
    }
    const known = await listKnownPartials(database, [...old.values()])
    for (const [path, id] of old) if (!known.has(id)) await rm(path, { force: true })
  }
}

/** Removes the files of an upload from their place, unless an asset has them. */
async function finish(database: Database, root: string, entry: string) {
  const [ownerId = '', uploadId = ''] = entry.split('.')
  const target = toIncomingPath(root, { ownerId, uploadId })
  const paths = (await namesIn(target)).map((name) => join(target, name))
  if (paths.length === 0) return
  const known = await listFilesAt(database, ownerId, paths)
  if (known.length === 0) await rm(target, { recursive: true, force: true })
}
