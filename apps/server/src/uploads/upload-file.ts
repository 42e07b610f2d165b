import type { Handler } from '../answers/handler.js'
import { announceEvents } from '../events/announce-events.js'
import { toHex } from './checksum.js'
import { listOwnContents } from './own-uploads.js'

export const uploadFile: Handler<'uploadFile'> =
  ({ database, uploads }) =>
  async ({ headers, caller, req, res }) => {
    const { id: ownerId } = caller.user
    const checksum = toHex(headers['x-immich-checksum'])
    const [known] = checksum === null ? [] : await listOwnContents(database, ownerId, [checksum])
    if (known) return { status: 200, body: { id: known.assetId, duplicate: true } }
    const begin = () => {
      if (req.get('expect')) res.writeContinue()
    }
    const { id, duplicate } = await uploads.receive({ request: req, ownerId, checksum, begin })
    void announceEvents(database)
    return { status: duplicate ? 200 : 201, body: { id, duplicate } }
  }
