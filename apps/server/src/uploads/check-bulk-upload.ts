import { setImmediate } from 'node:timers/promises'
import type { BulkUploadItem, BulkUploadResult } from '@media-library/contract'
import { mayBeMedia } from '@media-library/media'
import type { Handler } from '../answers/handler.js'
import { type JsonItems, jsonItems, jsonObject } from '../answers/sent-body.js'
import type { Database } from '../database/ask.js'
import { listOwnContents, toHex } from './own-contents.js'

/** The number of files that are looked up in a statement, and answered between other requests. */
const PART = 2_000

export const checkBulkUpload: Handler<'checkBulkUpload'> = async (
  { body: { assets }, caller: { user } },
  { database },
) => {
  const texts: JsonItems<BulkUploadResult>[] = []
  for (let start = 0; start < assets.length; start += PART) {
    const results = await check(database, user.id, assets.slice(start, start + PART))
    texts.push(jsonItems(results))
    await setImmediate()
  }
  return { status: 200, body: jsonObject({}, 'results', texts, {}) }
}

async function check(database: Database, userId: string, files: BulkUploadItem[]): Promise<BulkUploadResult[]> {
  const items = files.map(({ id, checksum }) => ({ id, checksum: toHex(checksum) }))
  const contents = await listOwnContents(database, userId, [...new Set(items.map(({ checksum }) => checksum))])
  // An upload restores an asset that is in the trash.
  const known = new Map(
    contents.flatMap(({ checksum, assetId, isDeleted }) => (isDeleted ? [] : [[checksum, assetId]])),
  )
  return items.map(({ id, checksum }) => {
    const assetId = known.get(checksum)
    if (assetId !== undefined) return { id, action: 'reject', reason: 'duplicate', assetId }
    return mayBeMedia(id) ? { id, action: 'accept' } : { id, action: 'reject', reason: 'unsupported-format' }
  })
}
