import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Destination } from '@media-library/media'
import type { Config } from '../config/config.js'
import type { Measures } from '../measures.js'
import { readingFrom, toStorageError } from './fault.js'
import type { FileStore, PlacedFile } from './file-store.js'
import { openFolder } from './folder.js'
import { joinPath } from './object-path.js'
import { stageFiles } from './stage-files.js'

/**
 * The files that jobs derive from assets, and the pictures of users, each under a key such as `thumbs/a/b.webp`. When `replace` throws a StorageError, `write`
 * was not the cause.
 */
export interface DerivedFiles extends Destination {
  /** The name for people: a path, or `s3://bucket/folder`. */
  name: string
  /** Removes the file under a key, if there is one. Throws a StorageError. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** Removes all files of a user. Throws a StorageError. */
  removeFor(userId: string): Promise<void>
  /** Returns the size of the file under a key in bytes; null when there is none. Throws a StorageError. */
  readSize(key: string): Promise<number | null>
  /** Opens the file under a key; null when there is none. Close it. Throws a StorageError. */
  open(key: string): Promise<PlacedFile | null>
  /**
   * Returns a signed address of the file under a key, which needs no API key while it is valid, and whose answer has these headers;
   * null when the place has no signed addresses. Throws a StorageError.
   */
  sign(key: string, headers: Record<string, string>): Promise<string | null>
  close(): void
}

/** The seconds for which a signed address is valid. */
export const SIGNED_SECONDS = 900

/** Opens the folder or bucket of the configuration. */
export async function openDerivedFiles(
  config: Pick<Config, 'dataDir' | 'bucket'>,
  measures: Measures | null = null,
): Promise<DerivedFiles> {
  return toDerivedFiles(await openFileStore(config, measures))
}

/** Stores files in a place. */
function toDerivedFiles(place: FileStore): DerivedFiles {
  const attempt = async <T>(work: Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work
    } catch (error) {
      signal?.throwIfAborted()
      throw toStorageError(place.name, error)
    }
  }
  const reading = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw toStorageError(place.name, error, 'read')
    })
  return {
    name: place.name,
    replace: async (keys, write, signal) => {
      const files = stageFiles(place, keys)
      await attempt(files.prepare(), signal)
      try {
        const written = await write(files.paths as { [Index in keyof typeof keys]: string }, files.scratch)
        await attempt(files.publish(signal), signal)
        return written
      } finally {
        await files.remove()
      }
    },
    remove: (key, signal) => attempt(place.remove(key, signal), signal),
    removeFor: async (userId) => {
      for (const folder of DERIVED) await attempt(place.removeAll(`${folder}/${userId}`))
    },
    readSize: (key) => reading(place.readSize(key)),
    open: async (key) => {
      const file = await reading(place.open(key))
      return file && { ...file, chunks: readingFrom(place.name, file) }
    },
    sign: (key, headers) => reading(place.sign(key, SIGNED_SECONDS, headers)),
    close: () => place.close(),
  }
}

/** Opens the configured place. The S3 code is loaded only for a bucket. */
export async function openFileStore(
  { dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>,
  measures: Measures | null = null,
): Promise<FileStore> {
  if (bucket === null) return openFolder(dataDir)
  const { openBucket } = await import('./bucket/bucket.js')
  return openBucket(bucket, join(dataDir, 'staging'), measures)
}

/** The folders of derived files, and of the pictures of users. */
export const DERIVED = ['thumbs', 'encoded-video', '.motion', 'profile'] as const

/**
 * Returns the key of a file derived from an asset, without its extension. Its two folders are the last four digits of the id,
 * because the first digits encode the time and hardly differ.
 */
export function toDerivedKey(
  folder: Exclude<(typeof DERIVED)[number], 'profile'>,
  { id, ownerId }: { id: string; ownerId: string },
): string {
  return [folder, ownerId, id.slice(-4, -2), id.slice(-2), id].join('/')
}

/** The copies of the videos inside photos, where the uploads are. */
export interface MotionFiles {
  files: DerivedFiles
  /** Returns the path of a file or a folder by its key. */
  toPath(key: string): Promise<string>
}

/** Opens the folder of the uploads, or their bucket. */
export async function openMotionFiles(
  { dataDir, uploads }: Pick<Config, 'dataDir' | 'uploads'>,
  measures: Measures | null = null,
): Promise<MotionFiles> {
  const { folder, bucket } = uploads
  const place = await openFileStore({ dataDir: bucket === null ? folder : dataDir, bucket }, measures)
  const root = async () => (bucket === null ? realpath(folder) : place.name)
  return { files: toDerivedFiles(place), toPath: async (key) => joinPath(await root(), key) }
}
