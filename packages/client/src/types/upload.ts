// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** A file that a client wants to upload. */
export interface BulkUploadItem {
  /** The name of the file for the caller, such as its path. It is only returned. */
  id: string
  /** The SHA-1 of the content in base64 or hexadecimal. */
  checksum: string
}

/** Whether a file is worth uploading. */
export interface BulkUploadResult {
  /** The `id` of the request. */
  id: string
  /** `accept`: the file is worth uploading. */
  action: 'accept' | 'reject'
  /** Why not: the caller has this content, or its name is not that of a photo, video or sound file. */
  reason?: 'duplicate' | 'unsupported-format' | undefined
  /** The asset with this content. */
  assetId?: string | undefined
}

/** Which files are worth uploading. */
export interface BulkUploadResults {
  /** One for each file, in the order of the request. */
  results: BulkUploadResult[]
}

/** Files that a client wants to upload. */
export interface CheckBulkUpload {
  /** At most 100,000 files. */
  assets: BulkUploadItem[]
}

/** A file to add to the library, and what its device tells about it. */
export interface UploadFile {
  /** The content of a photo, video or sound file, with its name. */
  assetData: string
  /** The name of the file on its device; for programs of the caller. */
  deviceAssetId: string
  /** The name of the device; for programs of the caller. */
  deviceId: string
  /** When the file was taken. A time in the file itself takes precedence. */
  fileCreatedAt: string
  /** When the file was last written. The stored file gets this time. */
  fileModifiedAt: string
  /** Whether the asset is a favourite; `false` when it is left out. */
  isFavorite?: boolean | undefined
  /** Whether the asset is archived; `false` when it is left out. */
  isArchived?: boolean | undefined
  /** Has no effect: the duration is read from the file. */
  duration?: string | undefined
  /** The video of a live photo, with its name. */
  livePhotoData?: string | undefined
  /** The XMP side-car of the file; at most 10 MB. */
  sidecarData?: string | undefined
  /** Has no effect. */
  isVisible?: boolean | undefined
  /** Has no effect. */
  isExternal?: boolean | undefined
  /** Has no effect. */
  isOffline?: boolean | undefined
  /** Has no effect. */
  isReadOnly?: boolean | undefined
  /** Has no effect: uploaded files have a library of their own. */
  libraryId?: string | undefined
}

/** The asset of an uploaded file. */
export interface UploadResult {
  /** The id of the asset. */
  id: string
  /** Whether the caller had this content already. Then nothing was added. */
  duplicate: boolean
  /** The content was in the trash, and has returned from it. */
  isRestored?: true | undefined
}
