import { announceVersion } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, readCursor } from '../answers/pages.js'
import { jsonText } from '../answers/sent-body.js'
import { requireSelf } from './access.js'
import { findOwnVersion, readOwnAssets } from './own-assets.js'

export const getAllAssets: Handler<'getAllAssets'> =
  ({ database }) =>
  async ({ query, headers, caller, req, res }) => {
    const { limit = null, cursor, userId, updatedAfter, updatedBefore, ...filter } = query
    const after = readCursor(cursor)
    requireSelf(caller.user, userId)
    const ownerId = caller.user.id
    if (headers['if-none-match'] !== undefined) {
      const version = await findOwnVersion(database, ownerId)
      if (announceVersion(version, headers['if-none-match'], res)) return { status: 304, body: undefined }
    }

    const span = { updatedAfter: toMoment(updatedAfter), updatedBefore: toMoment(updatedBefore) }
    const list = await readOwnAssets(database, { ...filter, ...span, ownerId }, { after, limit })
    announceVersion(list.version, undefined, res)
    if (list.last) res.set('Link', nextLink(req.path, query, list.last))
    return { status: 200, body: jsonText('[', list.assets, ']') }
  }

function toMoment(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
