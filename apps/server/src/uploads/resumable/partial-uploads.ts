import type { Readable } from 'node:stream'
import type { FilePlace } from '@media-library/media'
import { RefusedError } from '../../errors.js'
import type { StoredUpload } from '../record-alone.js'

/** The folder of uploads that may be resumed, in that of all uploads. A walk leaves it out, because it is hidden. */
export const RESUMABLE = '.resumable'

/** An upload that nothing has touched for this long is removed. */
export const KEPT_MS = 86_400_000

/** What the client told of an upload, and what became of it. */
export interface Told {
  /** The number of its bytes. */
  size: number
  metadata: Record<string, string | null>
  /** The asset with its content, once it is in the library. */
  stored: StoredUpload | null
}

/** An upload that may be resumed. */
export interface PartialUpload extends Told {
  /** How many bytes have arrived. */
  arrived: number
  touchedAt: Date
}

/** Names an upload. */
export interface UploadName {
  ownerId: string
  uploadId: string
}

/** The name of the lock of an upload. */
export function lockOf({ ownerId, uploadId }: UploadName): string {
  return `upload ${ownerId} ${uploadId}`
}

/** Creates the problem of an upload with which another request goes on. */
export function takenOver() {
  return new RefusedError('Another request goes on with this upload. What arrived is kept.', { retryAfter: 1 })
}

/** What is known of bytes that arrive. */
export interface PartAppending {
  bytesBefore: number
  /** Called before bytes are stored. */
  onBytes: (bytes: number) => Promise<void>
  /** Called when the start of a file can be looked at. */
  onStart: (place: FilePlace) => Promise<void>
}

/** The uploads that may be resumed. */
export interface PartialUploads {
  create(name: UploadName, told: Told): Promise<void>
  /** null when there is none. */
  find(name: UploadName): Promise<PartialUpload | null>
  /** Adds bytes to its end, durably. Returns how many it has then. When the stream breaks off, what arrived before is kept. */
  append(name: UploadName, body: Readable, appending: PartAppending): Promise<number>
  /** Brings its bytes to a path, at which there is nothing yet. */
  bring(name: UploadName, path: string): Promise<void>
  /** Lets it be kept for another day. */
  touch(name: UploadName): Promise<void>
  /** Notes the asset, and removes the bytes, which the library has. */
  finish(name: UploadName, told: Told): Promise<void>
  remove(name: UploadName): Promise<void>
  /** Lists the uploads of an owner that are not in the library. */
  listOpen(ownerId: string): Promise<(PartialUpload & { uploadId: string })[]>
  /** Lists those that nothing has touched for a day. */
  listStale(): Promise<UploadName[]>
  /** Whether nothing has touched it for a day. */
  isStale(name: UploadName): Promise<boolean>
}
