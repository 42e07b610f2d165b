import type { FileView } from '@media-library/contract'
import type { Caller, Handler, VisitedLink } from '../../answers/handler.js'
import type { ServerContext } from '../../context.js'
import { requireAsset } from '../access.js'
import { answerWhole, type Exchange, type SentFile } from './answer-file.js'
import { type AssetFileRow, type AssetPictureRow, findAssetFile, findAssetPicture } from './asset-file.js'
import { openPicture, openPlayable } from './derived.js'
import { answerFromStore } from './elsewhere.js'
import { openOriginal } from './original.js'

export const getAssetThumbnail: Handler<'getAssetThumbnail'> = async (
  { params: { id }, query: { format = 'WEBP', v }, caller, endTurn, req, res },
  context,
) => {
  const found = requireAsset(await findAssetPicture(context.database, { id, userId: caller.user.id }))
  const asset = withVisitedName(found, caller)
  endTurn()
  return answerFromStore(
    context,
    toExchange(context, { req, res, caller }),
    await openPicture(context, asset, { format, v }),
  )
}

export const serveFile: Handler<'serveFile'> = async (
  { params: { id }, query, caller, endTurn, req, res },
  context,
) => {
  const found = requireAsset(await findAssetFile(context.database, { id, userId: caller.user.id }))
  const asset = withVisitedName(found, caller)
  endTurn()
  const exchange = toExchange(context, { req, res, caller })
  const { link } = caller
  const isWithheld = link !== null && !mayDownload(link)
  const open = isWithheld ? openWithheld(context, asset, query, link) : openShowable(context, asset, query)
  return answerFromStore(context, exchange, await open)
}

export const downloadFileByPost: Handler<'downloadFileByPost'> = async (
  { params: { id }, query: { v }, caller, endTurn, req, res },
  context,
) => {
  const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
  const exchange = toExchange(context, { req, res, caller })
  return answerWhole(
    { ...exchange, as: 'attachment', by: exchange.isVisit ? 'stream' : context.config.sending.folders },
    original,
  )
}

export const downloadFile: Handler<'downloadFile'> = async (
  { params: { id }, query: { v }, caller, endTurn, req, res },
  context,
) => {
  const original = await openDownload(context, { id, userId: caller.user.id, v, endTurn })
  return answerFromStore(context, { ...toExchange(context, { req, res, caller }), as: 'attachment' }, original)
}

/** Combines a request for a file with the watch that reports when its caller may no longer have it. */
export function toExchange(
  { credentials }: Pick<ServerContext, 'credentials'>,
  { req, res, caller: { credentialId, link } }: Pick<Exchange, 'req' | 'res'> & { caller: Caller },
): Omit<Exchange, 'as' | 'by'> {
  return { req, res, watchCaller: (onEnded) => credentials.watch(credentialId, onEnded), isVisit: link !== null }
}

/** Finds and opens the original of an asset that a user may see. */
async function openDownload(
  context: ServerContext,
  { id, userId, v, endTurn }: { id: string; userId: string; v: string | undefined; endTurn: () => void },
): Promise<SentFile> {
  const asset = requireAsset(await findAssetFile(context.database, { id, userId }))
  endTurn()
  return openOriginal(context, asset, v)
}

/** Returns whether visitors of a link may have originals, whose files contain metadata. */
export function mayDownload({
  allowDownload,
  showMetadata,
}: Pick<VisitedLink, 'allowDownload' | 'showMetadata'>): boolean {
  return allowDownload && showMetadata
}

/** Returns the asset under the name that the caller may know. */
function withVisitedName<Found extends AssetPictureRow>(asset: Found, { link }: Caller): Found {
  return link === null || link.showMetadata ? asset : { ...asset, originalFileName: 'picture' }
}

/**
 * Opens what visitors see of an asset whose original they may not have: its preview, or the MP4 that was made of a video. Only where they
 * may see metadata, a video that needed no MP4 is played from its original.
 */
async function openWithheld(
  context: ServerContext,
  asset: AssetFileRow,
  { isThumb = false, v }: FileView,
  { showMetadata }: VisitedLink,
): Promise<SentFile> {
  if (!isThumb && asset.type !== 'IMAGE') {
    const playable = asset.type === 'VIDEO' ? await openPlayable(context, asset, v) : null
    if (playable || showMetadata) return playable ?? openOriginal(context, asset, v)
  }
  return openPicture(context, asset, { format: isThumb ? 'WEBP' : 'JPEG', v })
}

/** The media types of photos that every current browser shows. */
const showable = new Set('jpeg png apng gif webp avif bmp'.split(' ').map((format) => `image/${format}`))

async function openShowable(
  context: ServerContext,
  asset: AssetFileRow,
  { isThumb = false, isWeb = true, v }: FileView,
): Promise<SentFile> {
  if (isThumb) return openPicture(context, asset, { format: 'WEBP', v })
  const playable = isWeb && asset.type === 'VIDEO' ? await openPlayable(context, asset, v) : null
  if (playable) return playable
  const original = await openOriginal(context, asset, v)
  if (!isWeb || asset.type !== 'IMAGE' || showable.has(original.type)) return original
  await original.file.close()
  return openPicture(context, asset, { format: 'JPEG', v })
}
