import type { Handler } from '../answers/handler.js'
import { sendEarly } from '../answers/send-early.js'
import { jsonSentBy } from '../answers/sent-body.js'
import { announceEvents } from '../events/event.js'
import { findContent, toHex } from './own-contents.js'
import { toUploadResult } from './store-upload.js'

export const uploadFile: Handler<'uploadFile'> = async ({ headers, caller, req, res }, { database, uploads }) => {
  const checksum = toHex(headers['x-immich-checksum'])
  const known = checksum === null ? null : await findContent(database, caller.user.id, checksum)
  if (known) return { status: 200, body: jsonSentBy(toUploadResult(known), sendEarly) }
  const begin = () => {
    if (req.get('expect')) res.writeContinue()
  }
  const stored = await uploads.receive({ request: req, caller, checksum, begin })
  void announceEvents(database)
  return { status: stored.duplicate ? 200 : 201, body: jsonSentBy(toUploadResult(stored), sendEarly) }
}
