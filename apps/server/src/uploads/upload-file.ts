import type { Handler } from '../answers/handler.js'
import { sendEarly } from '../answers/send-early.js'
import { jsonSentBy } from '../answers/sent-body.js'
import type { Connection } from '../database/ask.js'
import { announceEvents } from '../events/event.js'
import { addVisited } from '../shared-links/link-assets.js'
import { findContent, toHex } from './own-contents.js'
import { toUploadResult } from './store-upload.js'

export const uploadFile: Handler<'uploadFile'> = async ({ headers, caller, req, res }, { database, uploads }) => {
  const checksum = toHex(headers['x-immich-checksum'])
  const { link } = caller
  // Visitors learn nothing of what the owner has, before they have sent it or after.
  const known = checksum === null || link !== null ? null : await findContent(database, caller.user.id, checksum)
  if (known) return { status: 200, body: jsonSentBy(toUploadResult(known), sendEarly) }
  const begin = () => {
    if (req.get('expect')) res.writeContinue()
  }
  const uploader = link === null ? caller : { user: link.owner, credentialId: link.id }
  const visit = link && { add: (transaction: Connection, assetId: string) => addVisited(transaction, link, assetId) }
  const stored = await uploads.receive({ request: req, caller: uploader, checksum, begin, visit })
  void announceEvents(database)
  const result = toUploadResult(stored)
  return { status: result.duplicate ? 200 : 201, body: jsonSentBy(result, sendEarly) }
}
