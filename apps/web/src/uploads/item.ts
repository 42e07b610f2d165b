/** A file that somebody adds to the library. */
export interface UploadItem {
  /** Tells it from the others of this page. */
  id: number
  file: File
  /** Where it lies in what was dropped or chosen, as far as the browser tells. */
  path: string
  /** Its XMP side-car. */
  sidecar?: File | undefined
}

/** What became of a file. */
export type ItemEnd =
  | { state: 'uploaded' | 'duplicate'; assetId: string }
  /** `isLasting` tells that another try would end in the same way. */
  | { state: 'refused'; title: string; detail: string; isLasting: boolean }

/** What the sender tells the page. */
export type SenderEvent =
  | { type: 'ended'; id: number; end: ItemEnd }
  /** Of all files that were handed over, in bytes. */
  | { type: 'progress'; hashed: number; sent: number }
  /** The service cannot be reached or asks to wait; what is left is sent when it answers. */
  | { type: 'waiting'; title: string; detail: string }
  | { type: 'going' }
  /** Nothing is sent any more. Words say why, when the service refused everything that is left. */
  | { type: 'idle'; words?: { title: string; detail: string } | undefined }

/** What the page tells the sender. */
export type SenderOrder = { type: 'add'; items: UploadItem[] } | { type: 'stop' }
