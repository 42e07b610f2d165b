import { isNamed } from '../answers/entity-tags.js'
import type { Handler } from '../answers/handler.js'
import { nextLink, readCursor } from '../answers/pages.js'
import { jsonText } from '../answers/sent-body.js'
import { requireOwnTag } from './access.js'
import { findTagVersion, readTagAssets, type TagVersion } from './assets-of-tag.js'

export const getTagAssets: Handler<'getTagAssets'> =
  ({ database }) =>
  async ({ params: { id }, query: { limit = null, cursor }, headers, caller, req, res }) => {
    const after = readCursor(cursor)
    const announce = (etag: string) => res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' })

    if (headers['if-none-match'] !== undefined) {
      const tag = await findTagVersion(database, id)
      requireOwnTag(caller.user, tag)
      if (isNamed(etagOf(tag), headers['if-none-match'])) {
        announce(etagOf(tag))
        return { status: 304, body: undefined }
      }
    }

    const tag = await readTagAssets(database, { id, userId: caller.user.id }, { after, limit })
    requireOwnTag(caller.user, tag)
    announce(etagOf(tag))
    if (limit !== null && tag.last) res.set('Link', nextLink(req.path, { limit }, tag.last))
    return { status: 200, body: jsonText('[', tag.assets, ']') }
  }

function etagOf({ version }: TagVersion) {
  return `"${version}"`
}
