import type { FileView, ThumbnailView } from '../../types/index.js'
import { requireVisibleAsset } from '../access.js'
import { etagOf } from '../answer.js'
import { type Ask, Refusal } from '../ask.js'
import type { FileKind } from '../library.js'

/** What operations answer files with: always whole, since a service may ignore `Range`. */
export const files = {
  getAssetThumbnail(ask: Ask<unknown, ThumbnailView>) {
    return answerFile(ask, ask.query.format ?? 'WEBP')
  },

  serveFile(ask: Ask<unknown, FileView>) {
    const { library, id, query } = ask
    const { type } = requireVisibleAsset(ask)
    const { isThumb = false, isWeb = true } = query
    const original = library.files.get(`${id}.original`)?.type ?? ''
    const isShown = /^image\/(a?png|jpeg|gif|webp|avif|bmp)$/.test(original)
    if (isThumb) return answerFile(ask, 'WEBP')
    if (isWeb && type === 'VIDEO' && library.files.has(`${id}.MP4`)) return answerFile(ask, 'MP4')
    return answerFile(ask, isWeb && type === 'IMAGE' && original && !isShown ? 'JPEG' : 'original')
  },

  downloadOriginal: (ask: Ask) => answerFile(ask, 'original', 'attachment'),
}

function answerFile(ask: Ask, kind: FileKind, disposition = 'inline'): Response {
  const { library, id } = ask
  const { originalFileName } = requireVisibleAsset(ask)
  const file = library.files.get(`${id}.${kind}`)
  if (!file && kind === 'original') throw new Refusal('offline')
  if (!file) {
    const isQueued = library.jobs.get(`${id}.regenerate-thumbnail`)?.state === 'queued'
    throw new Refusal('not_generated', undefined, { headers: isQueued ? { 'retry-after': '2' } : {} })
  }
  const { content, type } = file
  const headers = {
    'content-type': type,
    'content-length': String(content.length),
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(originalFileName)}`,
    etag: etagOf(`${type} ${content.join()}`),
  }
  return new Response(content, { headers })
}
