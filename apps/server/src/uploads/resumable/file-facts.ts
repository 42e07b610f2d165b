import { toFieldErrors, UploadChecksum, UploadFile } from '@media-library/contract'
import * as z from 'zod'
import { ProblemError } from '../../errors.js'
import { safeFileName } from '../form/receive-form.js'
import { toHex } from '../own-contents.js'

/** The keys of `Upload-Metadata` that count: the fields of uploadFile's form, the name of the file, and its SHA-1. */
const Metadata = UploadFile.omit({ assetData: true, livePhotoData: true, sidecarData: true }).extend({
  filename: z.string().refine((name) => safeFileName(name) !== null, {
    params: { code: 'invalid_value', detail: 'must be the name of a file' },
  }),
  checksum: UploadChecksum.optional(),
})

/** The facts of a file that a client sends. */
export interface FileFacts {
  fields: Omit<UploadFile, 'assetData'>
  /** The name under which it is to be stored. */
  name: string
  /** The SHA-1 that the content must have, in hexadecimal; null when the client has not told it. */
  checksum: string | null
}

/** Reads the metadata of a resumable upload. Throws `invalid_request`. */
export function readFileFacts(metadata: Record<string, string | null>): FileFacts {
  const { success, data, error } = Metadata.safeParse(metadata)
  if (!success) throw invalid(toFieldErrors('/header/upload-metadata', error.issues, metadata))
  const { filename, checksum, ...fields } = data
  return { fields, name: safeFileName(filename) as string, checksum: toHex(checksum) }
}

/** Fills in what a client that knows only tus does not say: the file is new, and has its name and size on its device. */
export function withDefaults(metadata: Record<string, string | null>, size: number): Record<string, string | null> {
  const now = new Date().toISOString()
  const filename = metadata['filename'] ?? metadata['name'] ?? null
  return {
    filename,
    deviceAssetId: `${filename}-${size}`,
    deviceId: 'tus',
    fileCreatedAt: now,
    fileModifiedAt: now,
    ...metadata,
  }
}

/** Creates the problem of a content that differs from the checksum of its client. */
export function otherContent(checksum: string): ProblemError {
  const detail = `is not the SHA-1 of the content that arrived, ${checksum}`
  return invalid([{ pointer: '/header/upload-metadata/checksum', code: 'invalid_value', detail }])
}

function invalid(errors: NonNullable<ProblemError['errors']>) {
  const [first] = errors
  return new ProblemError('invalid_request', `${first?.pointer} ${first?.detail}. Nothing was stored.`, { errors })
}
