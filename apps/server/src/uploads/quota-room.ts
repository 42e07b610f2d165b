import { admission } from '../admission/admission.js'
import type { Database } from '../database/connect.js'
import { type Quota, readQuota } from './own-uploads.js'
import { quotaExceeded } from './store-upload.js'

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
