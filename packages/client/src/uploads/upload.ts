import type { UploadFile } from '@media-library/contract/schemas'
import type { CallOptions } from '../options.js'

/** The properties of an upload. Those that are left out come from the file. */
export interface UploadDetails
  extends Partial<
    Pick<UploadFile, 'deviceAssetId' | 'deviceId' | 'fileCreatedAt' | 'fileModifiedAt' | 'isFavorite' | 'isArchived'>
  > {
  /** The name; a `Blob` has none. */
  name?: string | undefined
  /** The SHA-1 in base64 or hexadecimal: a content that the caller has is not sent. */
  checksum?: string | undefined
  /** The video of a live photo. */
  livePhotoVideo?: Blob | undefined
  /** The XMP side-car. */
  sidecar?: Blob | undefined
}

/** The options of uploadFile. */
export interface UploadOptions extends CallOptions {
  /** Called with the bytes that were sent, and all of them. */
  onProgress?: ((progress: { sent: number; total: number }) => void) | undefined
}

/** A file that is in the library. */
export interface StoredFile {
  /** The file that was given. */
  file: File
  /** Whether it was added, or the caller had its content already. */
  state: 'uploaded' | 'duplicate'
  /** The asset with its content. */
  id: string
}

/** A file whose name is not that of a photo, video or sound. It was not sent. */
export interface UnsupportedFile {
  /** The file that was given. */
  file: File
  /** Tells it from the others. */
  state: 'unsupported'
  /** What is wrong and what to do, for people. */
  detail: string
}

/** A file that could not be checked, read or uploaded. */
export interface FailedFile {
  /** The file that was given. */
  file: File
  /** Tells it from the others. */
  state: 'failed'
  /** Why: a `MediaLibraryError`, or an `Error` that says why the file cannot be read. */
  error: unknown
}

/** A file that the signal stopped. If it was being sent, it may be stored; calling again with it is safe. */
export interface StoppedFile {
  /** The file that was given. */
  file: File
  /** Tells it from the others. */
  state: 'stopped'
}

/** What became of a file of uploadFiles. */
export type FileOutcome = StoredFile | UnsupportedFile | FailedFile | StoppedFile

/** How far uploadFiles is: in bytes, and in files that have ended. */
export interface FilesProgress {
  /** The bytes whose checksums are known, which the files are compared by before they are sent. */
  hashed: number
  /** The bytes that were sent, or did not need to be. */
  sent: number
  /** The bytes of all files. */
  total: number
  /** The files that have ended. */
  files: number
  /** The number of all files. */
  allFiles: number
  /** Whether the service is away, and is asked again. */
  isAway: boolean
}

/** The options of uploadFiles. */
export interface UploadFilesOptions extends CallOptions {
  /** Stops. The call then resolves with what was done so far; the state of the other files is `stopped`. */
  signal?: AbortSignal | undefined
  /** How many files are sent at once; 3. */
  concurrency?: number | undefined
  /**
   * How long the service may be away, or answer what passes, such as 503; 300,000 ms. Files wait for that time, and then fail together.
   * 0 waits for `retries` alone.
   */
  maxOutageMs?: number | undefined
  /** Called while files are compared and sent. */
  onProgress?: ((progress: FilesProgress) => void) | undefined
  /** Called when a file has ended, but not when it was stopped. */
  onFile?: ((outcome: FileOutcome) => void) | undefined
  /** The properties of a file. */
  details?: ((file: File) => UploadDetails) | undefined
}
