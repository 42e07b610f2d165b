import type { BulkUploadResult } from '@media-library/contract'
import { mayBeMedia } from '../../media/extensions.js'
import { listOwnContents } from '../../repositories/file/upload.js'
import type { Handler } from '../handler.js'
import { toHex } from './checksum.js'

export const checkBulkUpload: Handler<'checkBulkUpload'> =
  ({ database }) =>
  async ({ body: { assets }, req: { user } }) => {
    const items = assets.map(({ id, checksum }) => ({ id, checksum: toHex(checksum) }))
    const contents = await listOwnContents(database, user.id, [...new Set(items.map(({ checksum }) => checksum))])
    const known = new Map(contents.map(({ checksum, assetId }) => [checksum, assetId]))
    const results = items.map(({ id, checksum }): BulkUploadResult => {
      const assetId = known.get(checksum)
      if (assetId !== undefined) return { id, action: 'reject', reason: 'duplicate', assetId }
      return mayBeMedia(id) ? { id, action: 'accept' } : { id, action: 'reject', reason: 'unsupported-format' }
    })
    return { status: 200, body: { results } }
  }
