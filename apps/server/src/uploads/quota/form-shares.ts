import { randomUUID } from 'node:crypto'
import { admission } from '../../admission/admission.js'
import { beginStoring } from '../../assets/metadata/near-uploads.js'
import { ask, type Connection, type Database, type Queryable, uuids } from '../../database/ask.js'
import { inTransaction } from '../../database/transaction.js'
import { Prisma } from '../../generated/prisma/client.js'
import type { Uploader } from '../uploader.js'
import { readQuota, requireFitting } from './quota.js'

/** The bytes that a form reserves of the quota of its user. */
export interface FormShare {
  id: string
  /** Reserves bytes that arrived, before they are written. Throws `quota_exceeded`. */
  take(bytes: number): Promise<void>
  /** Releases all bytes. Called in the transaction that records them. */
  settle(transaction: Connection): Promise<void>
  /** Releases the bytes that were not recorded. */
  end(): Promise<void>
}

/** The bytes that the forms that this server receives reserve of the quotas of their users. */
export interface FormShares {
  /** Reserves the bytes that the files of a form of that length certainly have; null for an unknown length. Throws `quota_exceeded`. */
  begin(user: Uploader['user'], length: number | null): Promise<FormShare>
  close(): void
}

/** The bytes of a form besides its files: names and boundaries. */
const FORM_BYTES = 64 * 1024

/** The bytes that are reserved at once for a form of unknown length, if there is space for it. */
const STEP_BYTES = 8 * 1024 * 1024

const BEAT_MS = 2_000

/** Reserves in the database, for all servers. Those of a server that died count no longer after ten seconds. */
export function openFormShares(database: Database): FormShares {
  const open = new Set<string>()
  const beat = async () => {
    if (open.size > 0) await showForms(database, [...open])
  }
  // A beat that failed is followed by others.
  const beating = setInterval(() => void beat().catch(() => {}), BEAT_MS).unref()

  return {
    begin: async ({ id: ownerId, quotaBytes }, length) => {
      const id = randomUUID()
      const sure = Math.max(0, (length ?? 0) - FORM_BYTES)
      let arrived = 0
      let reserved = 0
      const reserve = async () => {
        const endTurn = await admission.uploadRecord.acquire(ownerId)
        try {
          const least = Math.max(arrived, sure)
          if (least <= reserved) return
          const most = length === null ? least + STEP_BYTES : least
          reserved = await reserveForm(database, { id, ownerId, least, most })
          open.add(id)
        } finally {
          endTurn()
        }
      }
      const settle = async (queryable: Queryable) => {
        if (reserved > 0) await removeForm(queryable, id)
      }
      // A quota that is set meanwhile counts when the upload is recorded.
      if (quotaBytes !== null && sure > 0) await reserve()
      return {
        id,
        take: async (more) => {
          arrived += more
          if (quotaBytes !== null && arrived > reserved) await reserve()
        },
        settle,
        end: async () => {
          // One that cannot be given back now counts no longer soon.
          if (open.delete(id)) await settle(database).catch(() => {})
        },
      }
    },
    close: () => clearInterval(beating),
  }
}

interface Reservation {
  id: string
  ownerId: string
  least: number
  most: number
}

/** Reserves so many bytes in all for a form: as many as there is space for. Returns their number. */
function reserveForm(database: Database, { id, ownerId, least, most }: Reservation): Promise<number> {
  return inTransaction(database, async (transaction) => {
    await beginStoring(transaction, [ownerId])
    const found = await readQuota(transaction, ownerId, [id])
    requireFitting(found, least)
    const bytes = Math.min(most, found.quota === null ? most : Math.floor(found.quota - found.used))
    await ask(
      transaction,
      Prisma.sql`
        INSERT INTO form_upload (id, owner_id, bytes) VALUES (${id}::uuid, ${ownerId}::uuid, ${bytes}::bigint)
        ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, seen_at = now()`,
    )
    return bytes
  })
}

async function removeForm(database: Queryable, id: string): Promise<void> {
  await ask(database, Prisma.sql`DELETE FROM form_upload WHERE id = ${id}::uuid`)
}

/** Shows that forms still arrive. */
export async function showForms(database: Queryable, ids: string[]): Promise<void> {
  await ask(database, Prisma.sql`UPDATE form_upload SET seen_at = now() WHERE id = ANY (${uuids(ids)}::uuid[])`)
}

/** Forgets the forms of servers that died. Those of one that was only silent for minutes count again. */
export async function forgetForms(database: Queryable): Promise<void> {
  await ask(database, Prisma.sql`DELETE FROM form_upload WHERE abs(extract(epoch FROM now() - seen_at)) > 3600`)
}
