import type { UploadResult } from '@media-library/contract'
import type { StoredUpload } from './store-upload.js'

export function toUploadResult({ isRestored, ...result }: StoredUpload): UploadResult {
  return { ...result, ...(isRestored && { isRestored }) }
}
