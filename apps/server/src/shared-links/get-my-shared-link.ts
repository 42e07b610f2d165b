import { findAlbum } from '../albums/album.js'
import { toVisitedAlbum } from '../albums/to-album.js'
import type { Handler } from '../answers/handler.js'
import { setLinkCookie } from '../sign-in/cookies.js'
import { findSignInSecret } from '../sign-in/sign-in-state.js'
import { requireLink } from './access.js'
import { countShown, toToken } from './link.js'
import { readChosenAssets } from './read-chosen-assets.js'
import { linkText, toVisitedLink } from './to-shared-link.js'

export const getMySharedLink: Handler<'getMySharedLink'> = async (
  { caller, findNetwork, endTurn, res },
  { database, linkViews },
) => {
  const link = requireLink(caller.link)
  const secret = link.passwordHash === null ? null : await findSignInSecret(database)
  const token = toToken({ ...link, secret })
  if (token !== null) setLinkCookie(res, link.id, token)
  const row = link.albumId === null ? null : requireLink(await findAlbum(database, link.albumId))
  const assetCount = row?.assetCount ?? (await countShown(database, link.id))
  const reader = { readerId: link.id, link, endTurn }
  const assets = link.albumId === null ? await readChosenAssets(database, link.id, reader) : []
  linkViews.count(link.id, findNetwork())
  const album = row && toVisitedAlbum(row)
  return { status: 200, body: linkText(toVisitedLink(link, { album, token, assetCount }), assets) }
}
