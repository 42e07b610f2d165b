import type { ProfileImage, UploadResult } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'
import { createFormStream, fetchWithProgress, type OnProgress, type Part, toForm } from './send-form.js'
import type { UploadDetails, UploadOptions } from './upload.js'

/** The longest wait of a timer: the service itself refuses an upload that is too slow. */
const NO_LIMIT = 2 ** 31 - 1

/** The size above which a file is sent in parts. */
const LARGE_BYTES = 20_000_000

const DAY_MS = 86_400_000

interface Attempting {
  /** Called when the file begins to be sent, also once more. */
  onAttempt?: () => void
}

/**
 * Uploads a file: a large file without others in parts, and any other as a form. A repeated attempt is safe, because
 * the service recognizes a content that it has.
 */
export async function uploadFile(
  calls: Calls,
  file: Blob,
  { checksum, ...details }: UploadDetails = {},
  { onProgress, onAttempt, ...options }: UploadOptions & Attempting = {},
): Promise<UploadResult> {
  const parts = toParts(file, details)
  const tell: OnProgress | undefined = onProgress && ((sent, total) => onProgress({ sent, total }))
  const isAlone = !details.livePhotoVideo && !details.sidecar
  // Visitors of a link send forms alone.
  if (file.size > LARGE_BYTES && isAlone && calls.shareKey === undefined) {
    const { sendInParts } = await import('./send-in-parts.js')
    const result = await sendInParts(calls, file, { parts, checksum }, tell, { timeoutMs: NO_LIMIT, ...options })
    if (result) return result
  }
  const isBrowser = typeof XMLHttpRequest === 'function'
  return calls.read<UploadResult>(
    'uploadFile',
    {
      ...(checksum !== undefined && { headers: { 'x-immich-checksum': checksum } }),
      // When Node's fetch is answered before it has sent a FormData, it fails where nobody can catch it.
      content: () => {
        onAttempt?.()
        return isBrowser ? { body: toForm(parts) } : createFormStream(parts, tell)
      },
      ...(tell && isBrowser && { fetch: fetchWithProgress(tell) }),
    },
    { timeoutMs: NO_LIMIT, ...options },
  )
}

/** Sends a picture as a form. The request is never repeated, and each makes another picture. */
export function createProfileImage(calls: Calls, file: Blob, options: CallOptions = {}): Promise<ProfileImage> {
  const parts: Part[] = [{ name: 'file', value: file, fileName: toName(file, 'picture') }]
  const isBrowser = typeof XMLHttpRequest === 'function'
  const content = () => (isBrowser ? { body: toForm(parts) } : createFormStream(parts))
  return calls.once<ProfileImage>('createProfileImage', { content }, { timeoutMs: NO_LIMIT, ...options })
}

function toParts(file: Blob, { name, livePhotoVideo, sidecar, ...rest }: Omit<UploadDetails, 'checksum'>): Part[] {
  const fileName = name ?? (file as Partial<File>).name ?? 'file'
  const modifiedAt = readModifiedAt(file).toISOString()
  const fields = {
    deviceAssetId: `${fileName}-${file.size}`,
    deviceId: 'media-library-client',
    fileCreatedAt: modifiedAt,
    fileModifiedAt: modifiedAt,
    ...rest,
  }
  const texts = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ name: field, value: String(value) }],
  )
  const video = livePhotoVideo && {
    name: 'livePhotoData',
    value: livePhotoVideo,
    fileName: toName(livePhotoVideo, 'video.mov'),
  }
  const xmp = sidecar && { name: 'sidecarData', value: sidecar, fileName: `${fileName}.xmp` }
  return [...texts, { name: 'assetData', value: file, fileName }, ...(video ? [video] : []), ...(xmp ? [xmp] : [])]
}

/** Returns the time of a file: now for a Blob, which has none. Bun has times in the year 144683. */
function readModifiedAt(file: Blob): Date {
  const { lastModified } = file as Partial<File>
  const now = Date.now()
  return new Date(lastModified !== undefined && lastModified < now + DAY_MS ? lastModified : now)
}

function toName(file: Blob, other: string) {
  return (file as Partial<File>).name ?? other
}
