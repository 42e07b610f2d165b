import { setImmediate } from 'node:timers/promises'
import type { BulkUploadItem, BulkUploadResult } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import { jsonText } from '../answers/sent-body.js'
import type { Database } from '../database/connect.js'
import { mayBeMedia } from '../media/extensions.js'
import { listOwnContents, toHex } from './own-contents.js'

/** How many files are looked up in a statement, and answered between other requests. */
const PART = 2_000

export const checkBulkUpload: Handler<'checkBulkUpload'> =
  ({ database }) =>
  async ({ body: { assets }, caller: { user } }) => {
    const texts: string[] = []
    for (let start = 0; start < assets.length; start += PART) {
      const results = await check(database, user.id, assets.slice(start, start + PART))
      texts.push((start > 0 ? ',' : '') + JSON.stringify(results).slice(1, -1))
      await setImmediate()
    }
    return { status: 200, body: jsonText('{"results":[', ...texts, ']}') }
  }

async function check(database: Database, userId: string, given: BulkUploadItem[]): Promise<BulkUploadResult[]> {
  const items = given.map(({ id, checksum }) => ({ id, checksum: toHex(checksum) }))
  const contents = await listOwnContents(database, userId, [...new Set(items.map(({ checksum }) => checksum))])
  // What is in the trash returns from it when it is uploaded.
  const known = new Map(
    contents.flatMap(({ checksum, assetId, isDeleted }) => (isDeleted ? [] : [[checksum, assetId]])),
  )
  return items.map(({ id, checksum }) => {
    const assetId = known.get(checksum)
    if (assetId !== undefined) return { id, action: 'reject', reason: 'duplicate', assetId }
    return mayBeMedia(id) ? { id, action: 'accept' } : { id, action: 'reject', reason: 'unsupported-format' }
  })
}
