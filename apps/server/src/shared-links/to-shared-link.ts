import { type Album, type Asset, HIDDEN_PASSWORD, type SharedLink } from '@media-library/contract'
import type { VisitedLink } from '../answers/handler.js'
import { type JsonList, jsonObject, type WrittenBody } from '../answers/sent-body.js'
import type { SharedLink as StoredLink } from '../generated/prisma/client.js'
import { type LinkRow, toShownKey } from './link.js'

type AlbumPart = Omit<Album, 'assets'> | null

/** A link of the caller, without its assets. */
export function toOwnLink(row: LinkRow, album: AlbumPart): Omit<SharedLink, 'assets'> {
  return {
    ...toLink(row, { key: toShownKey(row), album }),
    assetCount: row.assetCount,
    password: row.passwordHash === null ? null : HIDDEN_PASSWORD,
    viewCount: row.viewCount,
    viewedAt: row.viewedAt?.toISOString() ?? null,
  }
}

/** A link as its visitors see it, without its assets. */
export function toVisitedLink(
  link: VisitedLink,
  { album, token, assetCount }: { album: AlbumPart; token: string | null; assetCount: number },
): Omit<SharedLink, 'assets'> {
  return { ...toLink(link, { key: link.key, album }), assetCount, password: null, token }
}

function toLink(link: StoredLink, { key, album }: { key: string; album: AlbumPart }) {
  const { id, albumId, userId, description, allowDownload, allowUpload, showMetadata, createdAt, expiresAt } = link
  return {
    id,
    key,
    type: albumId === null ? ('INDIVIDUAL' as const) : ('ALBUM' as const),
    userId,
    ...(album && { album: { ...album, assets: [] } }),
    description,
    allowDownload: allowDownload && showMetadata,
    allowUpload,
    showMetadata,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** Combines a link with its assets, which already are JSON, to the body of a response. */
export function linkText(link: Omit<SharedLink, 'assets'>, assets: JsonList<Asset>): WrittenBody<SharedLink> {
  return jsonObject(link, 'assets', assets, {})
}
