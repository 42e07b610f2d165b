import type { Readable } from 'node:stream'
import type { FilePlace } from '@media-library/media'
import type { PrismaDatabase } from '../../database/connect.js'
import { ProblemError } from '../../errors.js'
import {
  findPartial,
  listStalePartials,
  type PartialRow,
  removePartial,
  touchPartial,
  type UploadName,
} from './partial-row.js'

/** The folder of uploads that may be resumed, in that of all uploads. A walk leaves it out, because it is hidden. */
export const RESUMABLE = '.resumable'

/** An upload that may be resumed. */
export interface PartialUpload extends PartialRow {
  /** How many bytes have arrived. */
  arrived: number
}

/** The name of the lock of an upload. */
export function toLock({ ownerId, uploadId }: UploadName): string {
  return `upload ${ownerId} ${uploadId}`
}

/** Creates the problem of an upload with which another request goes on. */
export function takenOver(): ProblemError {
  return new ProblemError('still_running', 'Another request is sending this upload. What arrived is kept.', {
    headers: { 'Retry-After': '1' },
  })
}

/** What is known of bytes that arrive. */
export interface PartAppending {
  bytesBefore: number
  /** Called before bytes are stored. */
  onBytes: (bytes: number) => Promise<void>
  /** Called when the start of a file can be looked at. */
  onStart: (place: FilePlace) => Promise<void>
}

/** Where the bytes of uploads lie that may be resumed. */
export interface PartialBytes {
  /** How many bytes have arrived. */
  count(name: UploadName, row: PartialRow): Promise<number>
  /** Adds bytes to the end, durably. Returns how many there are then. When the stream breaks off, what arrived before is kept. */
  append(name: UploadName, body: Readable, appending: PartAppending): Promise<number>
  /** Brings the bytes to a path, at which there is nothing yet. */
  bring(name: UploadName, path: string): Promise<void>
  /** Removes the bytes of an upload; null for one that is not known any more. */
  remove(name: UploadName, row: PartialRow | null): Promise<void>
}

/** The uploads that may be resumed. What is known of them is in the database. */
export interface PartialUploads extends Pick<PartialBytes, 'append' | 'bring'> {
  /** null when there is none. */
  find(name: UploadName): Promise<PartialUpload | null>
  /** Lets it be kept for another day. Removes its bytes when it is not known any more, and returns false. */
  touch(name: UploadName): Promise<boolean>
  /** Removes the bytes of one that is stored, which the library has. */
  removeBytes(name: UploadName, row: PartialRow): Promise<void>
  remove(name: UploadName): Promise<void>
  /** Lists those that nothing has touched for a day, or the one of a name. */
  listStale(name?: UploadName): Promise<UploadName[]>
}

export function openPartialUploads(database: PrismaDatabase, bytes: PartialBytes): PartialUploads {
  return {
    append: bytes.append,
    bring: bytes.bring,
    find: async (name) => {
      const row = await findPartial(database, name)
      return row && { ...row, arrived: row.stored ? row.size : await bytes.count(name, row) }
    },
    touch: async (name) => {
      const isKnown = await touchPartial(database, name)
      if (!isKnown) await bytes.remove(name, null)
      return isKnown
    },
    removeBytes: bytes.remove,
    remove: async (name) => {
      // The row goes last, so that what a crash leaves is found.
      await bytes.remove(name, await findPartial(database, name))
      await removePartial(database, name)
    },
    listStale: (name) => listStalePartials(database, name),
  }
}
