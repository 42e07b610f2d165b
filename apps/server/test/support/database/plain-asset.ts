import type { Asset } from '@media-library/contract'
import { readAsset as read } from '@media-library/plain-asset'
import { type Database, openPool } from '../../../src/database/connect.js'

/** What the API promises of an asset, read and mapped the straightforward way; null when it is not shown. */
export async function readAsset(database: Database, id: string): Promise<Asset | null> {
  const { pool } = await openPool(database)
  return read(pool, id)
}
