import type { UploadResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { restoreDeleted } from '../asset-changes/trash.js'
import type { Database } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import { Prisma } from '../generated/prisma/client.js'
import { listOwnContents, toHex } from './check-bulk-upload.js'
import type { StoredUpload } from './store-upload.js'

export const uploadFile: Handler<'uploadFile'> = async ({ headers, caller, req, res }, { database, uploads }) => {
  const { id: ownerId } = caller.user
  const checksum = toHex(headers['x-immich-checksum'])
  const [known] = checksum === null ? [] : await listOwnContents(database, ownerId, [checksum])
  if (known && (!known.isDeleted || (await restoreContent(database, known.assetId)))) {
    if (known.isDeleted) void announceEvents(database)
    return { status: 200, body: toResult({ id: known.assetId, duplicate: true, isRestored: known.isDeleted }) }
  }
  const begin = () => {
    if (req.get('expect')) res.writeContinue()
  }
  const stored = await uploads.receive({ request: req, ownerId, checksum, begin })
  void announceEvents(database)
  return { status: stored.duplicate ? 200 : 201, body: toResult(stored) }
}

/** Restores an asset. Returns false when it was deleted meanwhile. */
async function restoreContent(database: Database, assetId: string): Promise<boolean> {
  const restored = await inTransaction(database, (transaction) =>
    restoreDeleted(transaction, Prisma.sql`SELECT ${assetId}::uuid`),
  )
  return restored > 0
}

function toResult({ isRestored, ...result }: StoredUpload): UploadResult {
  return { ...result, ...(isRestored && { isRestored }) }
}
