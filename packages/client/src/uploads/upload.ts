import type { UploadFile } from '@media-library/contract/schemas'
import type { CallOptions } from '../options.js'

/** The properties of an upload. Those that are left out are taken from the file. */
export interface UploadDetails
  extends Partial<
    Pick<UploadFile, 'deviceAssetId' | 'deviceId' | 'fileCreatedAt' | 'fileModifiedAt' | 'isFavorite' | 'isArchived'>
  > {
  /** The name of the file, which a `Blob` does not have. */
  name?: string | undefined
  /** The SHA-1 in base64 or hexadecimal. A content that the caller already has is not sent. */
  checksum?: string | undefined
  /** The video of a live photo. */
  livePhotoVideo?: Blob | undefined
  /** The XMP side-car. */
  sidecar?: Blob | undefined
}

/** The options of uploadFile. */
export interface UploadOptions extends CallOptions {
  /** Called with the number of bytes that were sent, and their total. */
  onProgress?: ((progress: { sent: number; total: number }) => void) | undefined
}

/** A file that is in the library. */
export interface StoredFile {
  /** The file that was given. */
  file: File
  /** Whether the file was added, also when the answer to it was lost, or the caller already had its content. */
  state: 'uploaded' | 'duplicate'
  /** The id of the asset with this content. */
  id: string
}

/** A file whose name is not that of a photo, video or sound. It was not sent. */
export interface UnsupportedFile {
  /** The file that was given. */
  file: File
  /** Distinguishes this outcome from the others. */
  state: 'unsupported'
  /** The reason and the remedy, for people. */
  detail: string
}

/** A file that could not be checked, read or uploaded. */
export interface FailedFile {
  /** The file that was given. */
  file: File
  /** Distinguishes this outcome from the others. */
  state: 'failed'
  /** A `MediaLibraryError`, or an `Error` that says why the file cannot be read. */
  error: unknown
}

/** A file that the signal stopped. If it was being sent, it may be stored; another call with it is safe. */
export interface StoppedFile {
  /** The file that was given. */
  file: File
  /** Distinguishes this outcome from the others. */
  state: 'stopped'
}

/** The outcome of a file of uploadFiles. */
export type FileOutcome = StoredFile | UnsupportedFile | FailedFile | StoppedFile

/** The progress of uploadFiles: in bytes, and in files that have ended. */
export interface FilesProgress {
  /** The number of bytes whose checksums are known. Files are compared by them before they are sent. */
  hashed: number
  /** The number of bytes that were sent, or did not need to be. */
  sent: number
  /** The number of bytes of all files. */
  total: number
  /** The number of files that have ended. */
  files: number
  /** The number of all files. */
  allFiles: number
  /** Whether the service is away, and is called again. */
  isAway: boolean
}

/** The options of uploadFiles. */
export interface UploadFilesOptions extends CallOptions {
  /** Stops the uploads. The call then resolves to the outcomes so far; the state of the other files is `stopped`. */
  signal?: AbortSignal | undefined
  /** The number of files that are sent at once; 3 by default. */
  concurrency?: number | undefined
  /**
   * How long the service may be away, or answer a passing failure such as 503, in milliseconds; 300,000 by default.
   * Files wait for that time, and then fail together. With 0, only `retries` applies.
   */
  maxOutageMs?: number | undefined
  /** Called while files are compared and sent. */
  onProgress?: ((progress: FilesProgress) => void) | undefined
  /** Called when a file has ended, but not when it was stopped. */
  onFile?: ((outcome: FileOutcome) => void) | undefined
  /** Returns the properties of a file. */
  details?: ((file: File) => UploadDetails) | undefined
}
