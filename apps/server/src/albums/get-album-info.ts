import { createHash } from 'node:crypto'
import type { Handler } from '../answers/handler.js'
import { announceVersion } from '../answers/validators.js'
import { hasScope } from '../users/credentials/scopes.js'
import { requireAlbum } from './access.js'
import { albumText } from './album-text.js'
import { toAlbum } from './to-album.js'
import { findVisibleAlbum, openVisibleAlbum, type VersionedAlbum } from './visible-album.js'

export const getAlbumInfo: Handler<'getAlbumInfo'> =
  ({ database }) =>
  async ({ params: { id }, query, headers, req: { user, scopes }, res }) => {
    const withoutAssets = query.withoutAssets === true || !hasScope(scopes, 'asset.read')
    const wish = { id, userId: user.id }
    const isKnown = (found: VersionedAlbum, ifNoneMatch?: string) =>
      announceVersion(
        versionOf(user.id, toAlbum(found.album, user.id), withoutAssets ? null : found.version),
        ifNoneMatch,
        res,
      )

    if (withoutAssets || headers['if-none-match'] !== undefined) {
      const found = requireAlbum(await findVisibleAlbum(database, wish))
      if (isKnown(found, headers['if-none-match'])) return { status: 304, body: undefined }
      if (withoutAssets) return { status: 200, body: albumText(toAlbum(found.album, user.id), '') }
    }

    const opened = requireAlbum(await openVisibleAlbum(database, wish))
    isKnown(opened)
    return { status: 200, body: albumText(toAlbum(opened.album, user.id), opened.assets) }
  }

/** Of what is answered: the album and the list of its assets, both as the caller sees them. */
function versionOf(callerId: string, album: object, listVersion: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([callerId, album, listVersion]))
    .digest('base64url')
    .slice(0, 27)
}
