import type { Calls } from '../calls.js'
import type { UploadResult } from '../types/index.js'
import { fetchWithProgress, type OnProgress, streamOf } from './send-form.js'
import type { UploadDetails, UploadOptions } from './upload.js'

/** The longest wait: the service itself refuses an upload that is too slow. */
const NO_LIMIT = 2 ** 31 - 1

/** Uploads a file. A repeated attempt is safe, because the service knows a content that it has. */
export function uploadFile(
  { read }: Calls,
  file: Blob,
  { checksum, ...details }: UploadDetails = {},
  { onProgress, ...options }: UploadOptions = {},
): PromiseLike<UploadResult> {
  const form = toForm(file, details)
  const tell: OnProgress | undefined = onProgress && ((sent, total) => onProgress({ sent, total }))
  const isBrowser = typeof XMLHttpRequest === 'function'
  return read<UploadResult>(
    'uploadFile',
    {
      ...(checksum !== undefined && { headers: { 'x-immich-checksum': checksum } }),
      // When Node's fetch is answered before it has sent a FormData, it fails where nobody can catch it.
      content: () => (isBrowser ? { body: form } : streamOf(form, tell)),
      ...(tell && isBrowser && { fetch: fetchWithProgress(tell) }),
    },
    { timeoutMs: NO_LIMIT, ...options },
  )
}

function toForm(file: Blob, { name, livePhotoVideo, sidecar, ...told }: Omit<UploadDetails, 'checksum'>): FormData {
  const { name: ownName, lastModified } = file as Partial<File>
  const fileName = name ?? ownName ?? 'file'
  const modifiedAt = new Date(lastModified ?? Date.now()).toISOString()
  const form = new FormData()
  const fields = {
    deviceAssetId: `${fileName}-${file.size}`,
    deviceId: 'media-library-client',
    fileCreatedAt: modifiedAt,
    fileModifiedAt: modifiedAt,
    ...told,
  }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, String(value))
  form.append('assetData', file, fileName)
  if (livePhotoVideo)
    form.append('livePhotoData', livePhotoVideo, (livePhotoVideo as Partial<File>).name ?? 'video.mov')
  if (sidecar) form.append('sidecarData', sidecar, `${fileName}.xmp`)
  return form
}
