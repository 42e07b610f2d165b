import type { Handler } from '../../answers/handler.js'
import type { ServerContext } from '../../context.js'
import { requireAsset } from '../access.js'
import { answerFile, answerWhole, type SentFile } from './answer-file.js'
import { findAssetFile } from './asset-file.js'
import { openOriginal } from './original.js'

export const downloadFile: Handler<'downloadFile'> = async (
  { params: { id }, query: { v }, caller, endTurn, req, res },
  context,
) => {
  const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
  return answerWhole({ req, res, as: 'attachment', by: context.config.sending.folders }, original)
}

export const downloadOriginal: Handler<'downloadOriginal'> = async (
  { params: { id }, query: { v }, caller, endTurn, req, res },
  context,
) => {
  const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
  return answerFile({ req, res, as: 'attachment', by: context.config.sending.folders }, original)
}

/** Finds and opens the original of an asset that a user may see. */
async function openDownload(
  { database }: ServerContext,
  { id, userId, v, endTurn }: { id: string; userId: string; v: string | undefined; endTurn: () => void },
): Promise<SentFile> {
  const asset = requireAsset(await findAssetFile(database, { id, userId }))
  endTurn()
  return openOriginal(asset, v)
}
