import { statfs } from 'node:fs/promises'
import { admission } from '../admission/admission.js'
import { askOne, type Database, type Queryable } from '../database/ask.js'
import { ProblemError, StorageError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/** After how many bytes the free space is measured again, because other programs write, too. */
const MEASURE_AGAIN_BYTES = 16 * 1024 * 1024

/**
 * The free space of the disk of a folder, of which uploads leave some for the database and the system. Only bytes that arrived count:
 * what a client announces could otherwise keep the disk from all others. Both functions throw `storage_full`.
 */
export interface DiskRoom {
  /** Measures whether so many bytes fit; 0 when their number is unknown. Nothing is reserved for them. */
  require(folder: string, bytes: number): Promise<void>
  /** Counts bytes that arrived, before they are written. */
  take(folder: string, bytes: number): Promise<void>
}

/** `reserve` is how many bytes stay free. */
export function createDiskRoom(reserve: number): DiskRoom {
  let free = 0
  let unmeasured = 0

  const require = async (folder: string, bytes: number) => {
    const { bavail, bsize } = await statfs(folder)
    free = bavail * bsize
    unmeasured = 0
    if (free - bytes < reserve) throw storageFull()
  }

  return {
    require,
    take: async (folder, bytes) => {
      free -= bytes
      unmeasured += bytes
      if (free < reserve || unmeasured >= MEASURE_AGAIN_BYTES) await require(folder, 0)
    },
  }
}

/** Creates the problem of a disk without space. */
function storageFull(): ProblemError {
  return new ProblemError('storage_full', 'The storage of the service has no space for this file. Nothing was stored.')
}

/** Converts an error of writing a file: `storage_full` when the disk, its quota or the bucket is full; `unavailable` for a bucket. */
export function toStorageProblem(error: unknown): unknown {
  if (error instanceof StorageError) return error.isFull ? storageFull() : storeUnavailable()
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull() : error
}

function storeUnavailable(): ProblemError {
  const headers = { 'Retry-After': '5' }
  return new ProblemError('unavailable', 'The store of the originals cannot be written at the moment.', { headers })
}

/** What one upload takes of the quota of its user. */
export interface QuotaShare {
  /** Throws `quota_exceeded` when that many bytes would not fit. They are not counted. */
  require(bytes: number): Promise<void>
  /** Counts bytes that arrived. Throws `quota_exceeded`, after which the upload has ended. */
  take(bytes: number): Promise<void>
  /** Ends the upload, after the library recorded that many bytes of it. It may be called more than once. */
  end(recorded?: number): void
}

/** The quotas of users who have open uploads on this server. */
export interface QuotaRoom {
  begin(ownerId: string): QuotaShare
}

/** A user with open uploads. */
interface QuotaAccount {
  uploads: number
  /** The bytes of the open uploads that have arrived. */
  arrived: number
  /** As it was last read, with what was recorded since then. Nothing may be stored until it is read. */
  quota: Quota
}

/**
 * The quota is read in a turn of those in which uploads are recorded, so that each upload is counted once: as bytes that arrived, or as
 * bytes of the library.
 */
export function createQuotaRoom(database: Database): QuotaRoom {
  const accounts = new Map<string, QuotaAccount>()

  return {
    begin: (ownerId) => {
      const account = accounts.get(ownerId) ?? { uploads: 0, arrived: 0, quota: { quota: 0, used: 0 } }
      accounts.set(ownerId, account)
      account.uploads += 1
      let own = 0
      let hasEnded = false
      const end = (recorded = 0) => {
        if (hasEnded) return
        hasEnded = true
        account.arrived -= own
        account.quota.used += recorded
        account.uploads -= 1
        if (account.uploads === 0) accounts.delete(ownerId)
      }
      const require = async (bytes: number) => {
        if (isFitting(account, bytes)) return
        const endTurn = await admission.uploadRecord.acquire(ownerId)
        try {
          if (!isFitting(account, bytes)) account.quota = await readQuota(database, ownerId)
          if (isFitting(account, bytes)) return
          // Other uploads of the user may fit into what this one gives back.
          end()
          const { quota, used } = account.quota
          throw quotaExceeded({ quota: quota ?? 0, used: used + account.arrived })
        } finally {
          endTurn()
        }
      }
      return {
        require,
        take: async (bytes) => {
          if (hasEnded) return
          own += bytes
          account.arrived += bytes
          await require(0)
        },
        end,
      }
    },
  }
}

function isFitting({ arrived, quota: { quota, used } }: QuotaAccount, bytes: number): boolean {
  return quota === null || used + arrived + bytes <= quota
}

/** How many bytes a user's uploads may have, and have. Null for any number; `used` is 0 then. */
export interface Quota {
  quota: number | null
  used: number
}

/** Reads a user's quota. */
export async function readQuota(database: Queryable, userId: string): Promise<Quota> {
  return askOne<Quota>(
    database,
    Prisma.sql`
      SELECT quota_bytes AS quota,
        CASE WHEN quota_bytes IS NULL THEN 0
          ELSE (SELECT coalesce(sum(uploaded_bytes), 0) FROM asset WHERE owner_id = "user".id AND uploaded_bytes IS NOT NULL)
        END::float AS used
      FROM "user" WHERE id = ${userId}::uuid`,
  )
}

/** Creates the problem of a user whose uploads would exceed their quota. */
export function quotaExceeded({ quota, used }: { quota: number; used: number }): ProblemError {
  return new ProblemError(
    'quota_exceeded',
    `${used} of your ${quota} bytes are used, and the file does not fit into the rest. Nothing was stored.`,
  )
}
