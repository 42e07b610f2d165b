import type { FileView, ThumbnailFormat, ThumbnailView } from '../types/index.js'
import type { Ask } from './ask.js'
import { multipartOf, readRanges } from './byte-ranges.js'
import type { FakeFile, FileKind } from './library.js'
import { requireVisibleAsset } from './look-ups.js'
import { Refusal, type Success } from './outcome.js'
import { hash } from './page.js'

const endings: Record<FileKind, string> = { WEBP: 'webp', JPEG: 'jpeg', MP4: 'mp4', original: '' }

export function getAssetThumbnail(ask: Ask<unknown, ThumbnailView>): Success {
  requireVisibleAsset(ask)
  return answer(ask, 'inline', picture(ask, ask.query.format ?? 'WEBP'))
}

export function serveFile(ask: Ask<unknown, FileView>): Success {
  const { type } = requireVisibleAsset(ask)
  const { isThumb = false, isWeb = true } = ask.query
  if (isThumb) return answer(ask, 'inline', picture(ask, 'WEBP'))
  const playable = isWeb && type === 'VIDEO' ? find(ask, 'MP4') : undefined
  if (playable) return answer(ask, 'inline', playable)
  const original = requireOriginal(ask)
  const isShown = !isWeb || type !== 'IMAGE' || /^image\/(a?png|jpeg|gif|webp|avif|bmp)$/.test(original.type)
  return answer(ask, 'inline', isShown ? original : picture(ask, 'JPEG'))
}

export function downloadOriginal(ask: Ask<unknown, object>): Success {
  requireVisibleAsset(ask)
  return answer(ask, 'attachment', requireOriginal(ask))
}

type Asking = Ask<unknown, object>

function find({ library, id }: Asking, kind: FileKind): FakeFile | undefined {
  return library.files.get(`${id}.${kind}`)
}

function picture(ask: Asking, format: ThumbnailFormat): FakeFile {
  const file = find(ask, format)
  if (file) return file
  const { library, id } = ask
  const isWaiting = library.jobs.some(({ assetId, name }) => assetId === id && name === 'regenerate-thumbnail')
  if (!isWaiting) throw new Refusal('not_generated', 'There is no picture of this asset, and none is being made.')
  throw new Refusal('not_generated', 'The picture is being made.', { headers: { 'retry-after': '2' } })
}

function requireOriginal(ask: Asking): FakeFile {
  const file = find(ask, 'original')
  if (file) return file
  throw new Refusal('offline', 'The original of this asset is not where it was.')
}

/** Ranges of a file, all of it, or that it is known. */
function answer({ library, id, query, headers }: Asking, as: string, { kind, content, type }: FakeFile): Success {
  const asset = library.assets.get(id)
  const name = asset?.originalFileName ?? ''
  const etag = `"${hash(`${type} ${content.join()}`)}"`
  const isNamed = (query as { v?: string }).v === asset?.updatedAt
  const kept = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=86400, ${isNamed ? 'immutable, ' : ''}no-transform`,
  }
  const wanted = headers.get('if-match')?.split(',') ?? ['*']
  if (!wanted.some((one) => [etag, '*'].includes(one.trim()))) {
    throw new Refusal('precondition_failed', 'The file is not the one that the request is about.')
  }
  const known = headers.get('if-none-match')?.split(',') ?? []
  if (known.some((one) => [etag, '*'].includes(one.trim().replace('W/', '')))) return { status: 304, headers: kept }
  const shown = kind === 'original' ? name : `${name.replace(/\.[^.]*$/, '')}.${endings[kind]}`
  const facts = { ...kept, 'content-disposition': `${as}; filename*=UTF-8''${encodeURIComponent(shown)}` }
  const size = content.length
  const isCurrent = (headers.get('if-range') ?? etag) === etag
  const ranges = isCurrent ? readRanges(headers.get('range'), size) : null
  if (ranges === null) return { status: 200, headers: facts, file: { content, type } }
  const [first, second] = ranges
  if (!first) {
    throw new Refusal('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  if (second) return { status: 206, headers: facts, file: multipartOf(content, ranges, type) }
  const { start, end } = first
  return {
    status: 206,
    headers: { ...facts, 'content-range': `bytes ${start}-${end}/${size}` },
    file: { content: content.slice(start, end + 1), type },
  }
}
