import type { ProfileImage, UploadResult } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'
import type { FileOutcome, UploadDetails, UploadFilesOptions, UploadOptions } from './upload.js'

export interface UploadOperations {
  /**
   * Uploads a file: of an `<input type="file">`, or in Node of `openAsBlob(path)` with a `name`, which is read while it
   * is sent. A repetition is safe: the service recognizes a content that the caller has.
   */
  uploadFile(file: Blob, details?: UploadDetails, options?: UploadOptions): Promise<UploadResult>
  /**
   * Uploads files, a few at once, and only those that the caller does not have. Never rejects because of a file:
   * resolves to the outcome of each, in the order in which they were given. When a signal stops it, it resolves to the
   * outcomes so far.
   */
  uploadFiles(files: Iterable<File>, options?: UploadFilesOptions): Promise<FileOutcome[]>
  /** Makes a photo the picture of the caller, in place of the former one. */
  createProfileImage(file: Blob, options?: CallOptions): Promise<ProfileImage>
}

/** Creates the operations for uploads. The code that sends files is loaded when it is first called. */
export function uploadOperations(calls: Calls): UploadOperations {
  return {
    uploadFile: async (file, details, options) => {
      const { uploadFile } = await import('./upload-file.js')
      return uploadFile(calls, file, details, options)
    },
    uploadFiles: async (files, options) => {
      const { uploadFiles } = await import('./upload-files.js')
      return uploadFiles(calls, files, options)
    },
    createProfileImage: async (file, options) => {
      const { createProfileImage } = await import('./upload-file.js')
      return createProfileImage(calls, file, options)
    },
  }
}
