import type { Request, Response } from 'express'
import type { ServerContext } from '../../context.js'
import { requireAsset } from '../../policies/asset.js'
import { findAssetFile } from '../../repositories/asset/asset-file.js'
import { answerFile } from '../answer/file/answer-file.js'
import { openOriginal } from './original.js'

/** Answers the original of an asset, to be saved under its name. */
export async function answerDownload(
  context: ServerContext,
  { id, v, req, res }: { id: string; v: string | undefined; req: Request; res: Response },
) {
  const asset = requireAsset(await findAssetFile(context.database, { id, userId: req.user.id }))
  req.endTurn?.()
  return answerFile(context, { req, res, as: 'attachment' }, await openOriginal(asset, v))
}
