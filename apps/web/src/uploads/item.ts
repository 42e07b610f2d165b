/** A file that the user adds to the library. */
export interface UploadItem {
  /** The number of the file on this page. */
  id: number
  file: File
  /** The path of the file in the dropped or chosen folder, if the browser tells it. */
  path: string
  /** The XMP side-car of the file. */
  sidecar?: File | undefined
}

/** The outcome of a file. */
export type ItemEnd =
  | { state: 'uploaded' | 'duplicate'; assetId: string }
  /** `isLasting` means that another attempt would end in the same way. */
  | { state: 'refused'; title: string; detail: string; isLasting: boolean }

/** A message of the sender to the page. */
export type SenderEvent =
  | { type: 'ended'; id: number; end: ItemEnd }
  /** The progress of all files that the sender has got, in bytes. */
  | { type: 'progress'; hashed: number; sent: number }
  /** The service cannot be reached or asks to wait; the remaining files are sent when it answers. */
  | { type: 'waiting'; title: string; detail: string }
  | { type: 'going' }
  /** Nothing is being sent. `words` say why, when the service refused all remaining files. */
  | { type: 'idle'; words?: { title: string; detail: string } | undefined }

/** A message of the page to the sender. */
export type SenderOrder = { type: 'add'; items: UploadItem[] } | { type: 'stop' }
