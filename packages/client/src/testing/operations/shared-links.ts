import type { AssetIds, CreateSharedLink, SharedLink, UpdateSharedLink } from '@media-library/contract/schemas'
import { HIDDEN_PASSWORD } from '@media-library/contract/schemas'
import { requireOwnAlbum } from '../access.js'
import { type Ask, isOwn, Refusal, requireFound, requireUsable, toResults } from '../ask.js'
import { isOpen, type LinkRecord, selectAssets, sendEvent, showAlbum } from '../store.js'

export const sharedLinks = {
  getAllSharedLinks: (ask: Ask) =>
    listLinks(ask).map((link) => {
      const shown = showLink(ask, link)
      return { ...shown, assets: shown.assets.slice(0, 1) }
    }),

  createSharedLink(ask: Ask<CreateSharedLink>) {
    const { store, caller, body } = ask
    const { albumId = null, assetIds = [], description, password, allowUpload = false, showMetadata = true } = body
    if (albumId !== null) requireOwnAlbum({ ...ask, id: albumId })
    requireUsable(ask, { assetIds })
    const { id } = store.fixtures.aTag()
    const link: LinkRecord = {
      id,
      key: `share_${id}`,
      userId: caller.id,
      albumId,
      assetIds: [...new Set(assetIds)],
      description: description || null,
      password: password || null,
      allowDownload: (body.allowDownload ?? true) && showMetadata,
      allowUpload,
      showMetadata,
      viewCount: 0,
      viewedAt: null,
      createdAt: new Date().toISOString(),
      expiresAt: body.expiresAt ? new Date(body.expiresAt).toISOString() : null,
    }
    store.links.set(id, link)
    sendEvent(store, [caller.id], { type: 'link.created', linkId: id })
    return showLink(ask, link)
  },

  getMySharedLink(ask: Ask) {
    const { link, headers } = ask
    const found = requireFound(link, 'link')
    const sent = headers.get('x-immich-share-password')
    if (found.password !== null && decodeURIComponent(sent ?? '') !== found.password)
      throw new Refusal('password_needed')
    found.viewCount += 1
    found.viewedAt = new Date().toISOString()
    const { viewCount: _, viewedAt: __, ...shown } = showLink(ask, found)
    return { ...shown, password: null, token: found.password === null ? null : `token_${found.id}` }
  },

  getSharedLinkById: (ask: Ask) => showLink(ask, requireLink(ask)),

  updateSharedLink(ask: Ask<UpdateSharedLink>) {
    const link = requireLink(ask)
    const { changeExpiryTime, expiresAt = changeExpiryTime ? null : undefined, password, ...change } = ask.body
    Object.assign(link, change)
    if (password !== undefined && password !== HIDDEN_PASSWORD) link.password = password || null
    if (expiresAt !== undefined) link.expiresAt = expiresAt === null ? null : new Date(expiresAt).toISOString()
    link.allowDownload &&= link.showMetadata
    sendEvent(ask.store, [ask.caller.id], { type: 'link.updated', linkId: link.id })
    return showLink(ask, link)
  },

  removeSharedLink(ask: Ask) {
    const { id } = requireLink(ask)
    ask.store.links.delete(id)
    sendEvent(ask.store, [ask.caller.id], { type: 'link.deleted', linkId: id })
  },

  addSharedLinkAssets: (ask: Ask<AssetIds>) => {
    const link = requireLink(ask)
    return toResults('assetId', ask.body.assetIds, (id) => {
      if (link.assetIds.includes(id)) return 'duplicate'
      if (!isOwn(ask, id)) return 'not_found'
      link.assetIds.push(id)
      return null
    })
  },

  removeSharedLinkAssets: (ask: Ask<AssetIds>) => {
    const link = requireLink(ask)
    return toResults('assetId', ask.body.assetIds, (id) => {
      if (!link.assetIds.includes(id)) return 'not_found'
      link.assetIds = link.assetIds.filter((chosen) => chosen !== id)
      return null
    })
  },
}

/** Lists the links of the caller, newest first. */
function listLinks({ store, caller }: Ask): LinkRecord[] {
  return [...store.links.values()].filter(({ userId }) => userId === caller.id).reverse()
}

function requireLink(ask: Ask): LinkRecord {
  return requireFound(
    listLinks(ask).find(({ id }) => id === ask.id),
    'link',
  )
}

function showLink({ store, caller }: Ask, { albumId, assetIds, ...link }: LinkRecord): SharedLink {
  const album = albumId === null ? undefined : store.albums.get(albumId)
  const shown = album && { ...showAlbum(store, caller, album), assets: [] }
  const assets = selectAssets(store, assetIds)
  return {
    ...link,
    type: albumId === null ? 'INDIVIDUAL' : 'ALBUM',
    ...(shown && { album: shown }),
    assets,
    assetCount: shown?.assetCount ?? assets.length,
    password: link.password === null ? null : HIDDEN_PASSWORD,
  }
}

/** Returns the link of a key, if it has not expired. */
export function findLink(links: Iterable<LinkRecord>, key: string): LinkRecord | undefined {
  return [...links].find((link) => link.key === key && isOpen(link))
}
