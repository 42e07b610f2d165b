import { rename, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UploadFile } from '@media-library/contract'
import { type FilePlace, findXmpDepth, isMedia, withOpenFile } from '@media-library/media'
import { ProblemError } from '../errors.js'
import { type ReadFile, readFile } from '../import/read-file.js'
import { joinPath } from '../storage/object-path.js'
import type { FormShape, ReceivedFile, ReceivedForm } from './form/receive-form.js'

/** `exiftool.config` has the same limit for XMP inside of photos. */
const DEEPEST_XMP = 100

/** The files of the form of uploadFile. */
interface UploadedFiles {
  assetData: ReceivedFile
  livePhotoData?: ReceivedFile
  sidecarData?: ReceivedFile
}

/** The form of uploadFile. */
export const uploadForm: FormShape<UploadFile, UploadedFiles> = {
  schema: UploadFile,
  parts: ['assetData', 'livePhotoData', 'sidecarData'],
}

/** The form of an upload, whose files are written. */
export type ReceivedUpload = ReceivedForm<UploadFile, UploadedFiles>

/** The files of an upload as the library takes them, at the paths that they will have. */
export interface ReadUpload {
  asset: ReadFile
  /** The video of a live photo. */
  video: ReadFile | null
  /** The bytes of all files. */
  bytes: number
}

/** Throws `not_media` when the start of a file is not that of a photo, video or sound. */
export async function requireMediaStart(folder: string, path: string): Promise<void> {
  if (!(await withOpenFile({ folder, path }, isMedia)))
    throw notMedia('Its content is not that of a photo, video or sound file.')
}

/**
 * Sets the names and times of the files of an upload. `target` is the folder to which they move afterwards. The jobs read their
 * metadata, so that no decoder runs here. Throws `not_media`, or `invalid_request` for a side-car that is nested too deep.
 */
export async function readUpload(
  { fields, files }: ReceivedUpload,
  { folder, target }: { folder: string; target: string },
): Promise<ReadUpload> {
  const { assetData, livePhotoData: video, sidecarData: sidecar } = files
  const modifiedAt = new Date(fields.fileModifiedAt)
  const fileCreatedAt = new Date(fields.fileCreatedAt)
  const keep = (file: ReceivedFile, name: string) => finishFile(file, join(folder, name), modifiedAt)
  const asset = await keep(assetData, assetData.name)
  const sidecarPath = sidecar && (await keep(sidecar, `${assetData.name}.xmp`))
  if (sidecarPath) await requireShallow({ folder, path: sidecarPath })
  const videoName = video && (isSame(video.name, assetData.name) ? `live-${video.name}` : video.name)
  const videoPath = video && (await keep(video, videoName as string))
  // Loaded by the first upload: a server that receives none needs no library of exiftool.
  const { readFileTimes } = await import('@media-library/media/metadata')
  const read = async (path: string, checksum: string, beside?: string) => {
    const place = { folder, path, sidecar: beside }
    const outcome = await readFile(place, undefined, readFileTimes, checksum)
    if (outcome.kind !== 'read')
      throw notMedia('reason' in outcome ? `The file cannot be used: ${outcome.reason}.` : '')
    return {
      ...outcome.file,
      path: joinPath(target, basename(path)),
      fileCreatedAt,
      localDateTime: fileCreatedAt,
    }
  }
  return {
    asset: await read(asset, assetData.checksum, sidecarPath),
    video: video && videoPath ? await read(videoPath, video.checksum) : null,
    bytes: [assetData, video, sidecar].reduce((sum, file) => sum + (file?.size ?? 0), 0),
  }
}

/** Sets the time and the name of a file. Returns its new path. */
export async function finishFile(
  { path }: Pick<ReceivedFile, 'path'>,
  named: string,
  modifiedAt: Date,
): Promise<string> {
  await utimes(path, new Date(), modifiedAt)
  if (named !== path) await rename(path, named)
  return named
}

async function requireShallow(sidecar: FilePlace) {
  const depth = await withOpenFile(sidecar, (file) =>
    file.size === 0 ? Promise.resolve(0) : findXmpDepth(file.chunks({ start: 0, end: file.size - 1 })),
  )
  if (depth <= DEEPEST_XMP) return
  const detail = `is XMP nested ${depth} deep, and may be nested ${DEEPEST_XMP} deep`
  throw new ProblemError('invalid_request', `/sidecarData ${detail}. Nothing was stored.`, {
    errors: [{ pointer: '/sidecarData', code: 'invalid_value', detail }],
  })
}

/** Returns whether two names are the same for some file systems, which ignore case. */
function isSame(name: string, other: string) {
  return name.toLowerCase() === other.toLowerCase()
}

/** Creates the problem of a file that is no photo, video or sound. */
export function notMedia(detail: string): ProblemError {
  const reason = detail || 'Its content is not that of a photo, video or sound file.'
  return new ProblemError('not_media', `${reason} Nothing was stored.`)
}
