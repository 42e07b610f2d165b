import type { SharedLink } from '@media-library/contract'
import { findAlbums } from '../albums/album.js'
import { toAlbum } from '../albums/to-album.js'
import type { Handler } from '../answers/handler.js'
import { jsonItems, jsonList } from '../answers/sent-body.js'
import { readChosen } from '../assets/read-chosen.js'
import { ask, type Database, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { hasScope } from '../users/credential.js'
import { requireLink } from './access.js'
import { type LinkRow, listOwnLinks } from './link.js'
import { readChosenAssets } from './read-chosen-assets.js'
import { linkText, toOwnLink } from './to-shared-link.js'

export const getAllSharedLinks: Handler<'getAllSharedLinks'> = async ({ caller, endTurn }, { database }) => {
  const { user, scopes } = caller
  const links = await listOwnLinks(database, user.id)
  const shown = await withAlbums(database, links, user.id)
  const covers = hasScope(scopes, 'asset.read') ? await findCovers(database, links) : new Map<string, string>()
  const found = await readChosen(database, [...new Set(covers.values())], { readerId: user.id, endTurn })
  const assets = new Map(found.map((asset) => [asset.id, asset]))
  const withCover = shown.map((link): SharedLink => {
    const cover = assets.get(covers.get(link.id) ?? '')
    return { ...link, assets: cover ? [cover] : [] }
  })
  return { status: 200, body: jsonList([jsonItems(withCover)].filter((text) => text !== '')) }
}

export const getSharedLinkById: Handler<'getSharedLinkById'> = async (
  { params: { id }, caller, endTurn },
  { database },
) => ({ status: 200, body: await readOwnLink(database, id, { caller, endTurn }) })

/** Reads a link of the caller with its assets, as the body of an answer. Throws `not_found`. */
export async function readOwnLink(
  database: Database,
  id: string,
  { caller: { user, scopes }, endTurn }: Pick<Parameters<Handler<'getSharedLinkById'>>[0], 'caller' | 'endTurn'>,
) {
  const link = requireLink((await listOwnLinks(database, user.id, id))[0])
  const [shown] = await withAlbums(database, [link], user.id)
  const hasAssets = link.albumId === null && hasScope(scopes, 'asset.read')
  const reader = { readerId: user.id, link: null, endTurn }
  return linkText(requireLink(shown), hasAssets ? await readChosenAssets(database, id, reader) : [])
}

async function withAlbums(database: Database, links: LinkRow[], userId: string) {
  const albums = await findAlbums(
    database,
    links.flatMap(({ albumId }) => albumId ?? []),
  )
  return links.map((link) => {
    const album = albums.find(({ id }) => id === link.albumId)
    return toOwnLink(link, album ? toAlbum(album, userId) : null)
  })
}

/** Finds the newest visible asset of each link of chosen assets. */
async function findCovers(database: Database, links: LinkRow[]): Promise<Map<string, string>> {
  const chosen = links.filter(({ albumId }) => albumId === null).map(({ id }) => id)
  const rows = await ask<{ linkId: string; assetId: string }>(
    database,
    Prisma.sql`
      SELECT link_id AS "linkId", cover.asset_id AS "assetId"
      FROM unnest(${uuids(chosen)}::uuid[]) AS links (link_id), LATERAL (
        SELECT asset_id FROM shared_link_asset JOIN asset ON asset.id = asset_id
        WHERE shared_link_asset.link_id = links.link_id AND is_visible AND deleted_at IS NULL
        ORDER BY shared_link_asset.file_created_at DESC, asset_id DESC LIMIT 1
      ) AS cover`,
  )
  return new Map(rows.map(({ linkId, assetId }) => [linkId, assetId]))
}
