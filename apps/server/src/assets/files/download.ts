import type { ServerContext } from '../../context.js'
import { requireAsset } from '../access.js'
import type { SentFile } from './answer-file.js'
import { findAssetFile } from './asset-file.js'
import { openOriginal } from './original.js'

/** Finds and opens the original of an asset that a user may see. */
export async function openDownload(
  { database }: ServerContext,
  { id, userId, v, endTurn }: { id: string; userId: string; v: string | undefined; endTurn: () => void },
): Promise<SentFile> {
  const asset = requireAsset(await findAssetFile(database, { id, userId }))
  endTurn()
  return openOriginal(asset, v)
}
