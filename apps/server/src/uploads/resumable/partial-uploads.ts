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
  /** The number of bytes that have arrived. */
  arrived: number
}

/** Returns the name of the lock of an upload. */
export function toLock({ ownerId, uploadId }: UploadName): string {
  return `upload ${ownerId} ${uploadId}`
}

/** Creates the problem of an upload that another request is continuing. */
export function takenOver(): ProblemError {
  return new ProblemError('still_running', 'Another request is sending this upload. What arrived is kept.', {
    headers: { 'Retry-After': '1' },
  })
}

/** The options for arriving bytes. */
export interface PartAppending {
  bytesBefore: number
  /** Called before bytes are stored. */
  onBytes: (bytes: number) => Promise<void>
  /** Called when the start of a file can be checked. */
  onStart: (place: FilePlace) => Promise<void>
}

/** A store for the bytes of uploads that may be resumed. */
export interface PartialBytes {
  /** Returns the number of bytes that have arrived. */
  count(name: UploadName, row: PartialRow): Promise<number>
  /**
   * Appends bytes durably. Returns the number of bytes then. When the stream breaks off, the bytes that arrived before are kept.
   */
  append(name: UploadName, body: Readable, appending: PartAppending): Promise<number>
  /** Moves the bytes to a path at which there is nothing yet. */
  bring(name: UploadName, path: string): Promise<void>
  /** Removes the bytes of an upload; the row is null when the upload is no longer stored. */
  remove(name: UploadName, row: PartialRow | null): Promise<void>
}

/** The uploads that may be resumed. The database has their rows. */
export interface PartialUploads extends Pick<PartialBytes, 'append' | 'bring'> {
  /** Finds an upload; null when there is none. */
  find(name: UploadName): Promise<PartialUpload | null>
  /** Keeps an upload for another day. If its row is gone, removes its bytes, and returns false. */
  touch(name: UploadName): Promise<boolean>
  /** Removes the bytes of a stored upload, which the library has. */
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
