import { randomUUID } from 'node:crypto'
import { admission } from '../../admission/admission.js'
import { beginStoring } from '../../assets/metadata/near-uploads.js'
import { ask, askOne, type Connection, type Database } from '../../database/ask.js'
import { inTransaction } from '../../database/transaction.js'
import { ProblemError } from '../../errors.js'
import { Prisma } from '../../generated/prisma/client.js'
import { holdCredentials, unauthenticated } from '../../users/still-valid.js'
import { readQuota, requireFitting } from '../quota/quota.js'
import type { Uploader } from '../uploader.js'
import type { UploadState } from './partial-row.js'

/** The number of uploads of a user that may be open. */
const MOST_OPEN = 1_000

/** An upload to begin. */
export interface NewPartial extends UploadState {
  /** The SHA-1 that its content must have, in hexadecimal; null when the client has not told it. */
  checksum: string | null
}

/** The upload of a request that creates one. */
export interface BegunPartial {
  uploadId: string
  /** False for one of the same content that was open: also when both are created at once, there is one. */
  isNew: boolean
}

/**
 * Notes an upload, whose bytes count towards the quota from then on. All servers do so in turns of its owner, so that each limit is
 * exact. Throws `unauthenticated`, `too_many_requests` and `quota_exceeded`.
 */
export async function beginPartial(
  database: Database,
  { user: { id: ownerId }, credentialId }: Uploader,
  upload: NewPartial,
): Promise<BegunPartial> {
  const endTurn = await admission.uploadRecord.acquire(ownerId)
  try {
    return await inTransaction(database, async (transaction) => {
      await beginStoring(transaction, [ownerId])
      if (!(await holdCredentials(transaction, [credentialId])).has(credentialId)) throw unauthenticated()
      const open = upload.stored ? null : await readOpen(transaction, ownerId, upload)
      if (open?.same) return { uploadId: open.same, isNew: false }
      if (open && open.count >= MOST_OPEN)
        throw new ProblemError(
          'too_many_requests',
          `A user may have ${MOST_OPEN} open uploads. Finish some, or delete them.`,
        )
      if (open) requireFitting(await readQuota(transaction, ownerId), upload.size)
      const uploadId = randomUUID()
      await addPartial(transaction, { ownerId, uploadId, ...upload })
      return { uploadId, isNew: true }
    })
  } finally {
    endTurn()
  }
}

/** Counts the open uploads of a user, and finds the one of a content. */
function readOpen(transaction: Connection, ownerId: string, { size, checksum }: NewPartial) {
  const isOpen = Prisma.sql`owner_id = ${ownerId}::uuid AND stored IS NULL`
  return askOne<{ count: number; same: string | null }>(
    transaction,
    Prisma.sql`
      SELECT (SELECT count(*)::int FROM resumable_upload WHERE ${isOpen}) AS count,
        (SELECT id FROM resumable_upload WHERE ${isOpen} AND checksum = decode(${checksum}, 'hex') AND size = ${size}::bigint)
          AS same`,
  )
}

async function addPartial(
  transaction: Connection,
  { ownerId, uploadId, size, metadata, checksum, stored }: NewPartial & { ownerId: string; uploadId: string },
) {
  await ask(
    transaction,
    Prisma.sql`
      INSERT INTO resumable_upload (id, owner_id, size, checksum, metadata, stored)
      VALUES (${uploadId}::uuid, ${ownerId}::uuid, ${size}::bigint, decode(${checksum}, 'hex'),
        ${JSON.stringify(metadata)}::jsonb, ${stored && JSON.stringify(stored)}::jsonb)`,
  )
}
