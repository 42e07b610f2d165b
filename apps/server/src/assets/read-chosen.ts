import type { Asset } from '@media-library/contract'
import type { JsonList, Pieces } from '../answers/sent-body.js'
import { type Database, uuids } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import { type Listing, readAssetList } from './asset-list.js'
import type { Order } from './asset-pieces.js'

type Reader = Pick<Listing, 'readerId' | 'endTurn' | 'contents'> & { order?: Order }

/** Reads own assets by their ids, newest first unless an order is given. */
export async function readChosenList(database: Database, ids: string[], reader: Reader): Promise<JsonList<Asset>> {
  const select = Prisma.sql`SELECT id AS asset_id, file_created_at FROM asset WHERE id = ANY (${uuids(ids)}::uuid[])`
  const { order = 'desc' } = reader
  const listing = { ...reader, order, select, version: Prisma.sql`'found'`, isOwn: true }
  const { assets } = await readAssetList(database, listing, { after: null, limit: null })
  return assets
}

/** Reads up to a thousand own assets by their ids, as values. */
export async function readChosen(database: Database, ids: string[], reader: Reader): Promise<Asset[]> {
  const list = await readChosenList(database, ids, reader)
  return JSON.parse(`[${Array.isArray(list) ? list.join(',') : await readAll(list)}]`)
}

/** Reads the pieces of a list, between which a character may be cut. */
async function readAll(pieces: Pieces<Asset>): Promise<string> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies).toString()
}
