import type { AssetIds, DownloadQuestion, FileView, ThumbnailView } from '@media-library/contract/schemas'
import { requireAlbum, requireVisibleAsset } from '../access.js'
import { toEtag, toJsonResponse } from '../answer.js'
import { type Ask, Refusal } from '../ask.js'
import type { FileKind } from '../store.js'

/** The operations that answer files, always whole, since a service may ignore `Range`. */
export const files = {
  getAssetThumbnail(ask: Ask<unknown, ThumbnailView>) {
    return answerFile(ask, ask.query.format ?? 'WEBP')
  },

  serveFile(ask: Ask<unknown, FileView>) {
    const { store, id, query } = ask
    const { type } = requireVisibleAsset(ask)
    const { isThumb = false, isWeb = true } = query
    const original = store.files.get(`${id}.original`)?.type ?? ''
    const isShown = /^image\/(a?png|jpeg|gif|webp|avif|bmp)$/.test(original)
    if (isThumb) return answerFile(ask, 'WEBP')
    if (isWeb && type === 'VIDEO' && store.files.has(`${id}.MP4`)) return answerFile(ask, 'MP4')
    return answerFile(ask, isWeb && type === 'IMAGE' && original && !isShown ? 'JPEG' : 'original')
  },

  downloadFile: (ask: Ask) => answerFile(ask, 'original', 'attachment'),

  /** Puts all assets into one archive of any size. */
  getDownloadInfo(ask: Ask<DownloadQuestion>) {
    const { store, caller, body } = ask
    const { assetIds, albumId } = body
    if (assetIds) requireSeen(ask, assetIds)
    const own = () => [...store.assets.values()].filter(({ ownerId }) => ownerId === caller.id).map(({ id }) => id)
    const ids = assetIds ?? (albumId === undefined ? own() : requireAlbum(ask, albumId).assetIds)
    const size = ids.reduce((sum, id) => sum + (store.files.get(`${id}.original`)?.content.length ?? 0), 0)
    return toJsonResponse({ archives: ids.length > 0 ? [{ assetIds: ids, size }] : [], totalSize: size }, 201)
  },

  /** Answers an archive without files. */
  downloadArchive(ask: Ask<AssetIds>) {
    requireSeen(ask, ask.body.assetIds)
    const content = new Uint8Array(22)
    content.set([0x50, 0x4b, 5, 6])
    const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=photos.zip' }
    return new Response(content, { headers })
  },
}

function requireSeen(ask: Ask, assetIds: string[]): void {
  const errors = assetIds.flatMap((id, position) => {
    try {
      requireVisibleAsset({ ...ask, id })
      return []
    } catch {
      return [{ pointer: `/assetIds/${position}`, code: 'unusable_id', detail: `There is no ${id} that you may use.` }]
    }
  })
  if (errors.length > 0) throw new Refusal('unusable_ids', undefined, { errors })
}

function answerFile(ask: Ask, kind: FileKind, disposition = 'inline'): Response {
  const { store, id } = ask
  const { originalFileName: name } = requireVisibleAsset(ask)
  const key = `${id}.${kind}`
  if (kind === 'original' && !store.files.has(key)) throw new Refusal('offline')
  const isQueued = store.jobs.get(`${id}.regenerate-thumbnail`)?.state === 'queued'
  return answerPicture(ask, { key, name, isQueued }, disposition)
}

/** Answers a stored file, or the problem of a picture that is still to be made. */
export function answerPicture(
  { store }: Pick<Ask, 'store'>,
  { key, name, isQueued }: { key: string; name: string; isQueued: boolean },
  disposition = 'inline',
): Response {
  const file = store.files.get(key)
  if (!file) throw new Refusal('not_generated', undefined, { headers: isQueued ? { 'retry-after': '2' } : {} })
  const { content, type } = file
  const headers = {
    'content-type': type,
    'content-length': String(content.length),
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
    etag: toEtag(`${type} ${content.join()}`),
  }
  return new Response(content, { headers })
}
