import type { Asset } from '@media-library/contract'
import type { Page } from '../answers/pages.js'
import type { JsonList } from '../answers/sent-body.js'
import { readAssetList } from '../assets/asset-list.js'
import type { VisitingReader } from '../assets/asset-pieces.js'
import type { Database } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'

/** The reader of the assets of a link: its owner, or a visitor of it. */
export interface LinkReader {
  readerId: string
  link: VisitingReader | null
  endTurn(): void
}

/** Reads the visible assets that were chosen for a link, newest first, as JSON without brackets; all of them without a limit. */
export async function readChosenAssets(
  database: Database,
  linkId: string,
  { readerId, link, endTurn }: LinkReader,
  limit: Page['limit'] = null,
): Promise<JsonList<Asset>> {
  const select = Prisma.sql`SELECT asset_id, file_created_at FROM shared_link_asset WHERE link_id = ${linkId}::uuid`
  const listing = {
    select,
    version: Prisma.sql`'found'`,
    order: 'desc',
    readerId,
    isOwn: false,
    link,
    endTurn,
  } as const
  const { assets } = await readAssetList(database, listing, { after: null, limit })
  return assets
}
