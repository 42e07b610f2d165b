import type { Asset } from '@media-library/contract'
import { readAsset as read } from '@media-library/test-support/plain-asset'
import type { PrismaDatabase } from '../../../src/database/connect.js'

/** Reads and maps an asset the straightforward way, as the API promises it; null when it is not shown. */
export async function readAsset(database: PrismaDatabase, id: string): Promise<Asset | null> {
  return read(database.driver.pool, id)
}
