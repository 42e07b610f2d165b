import type { Config } from '../config/config.js'
import { toStorageError } from './fault.js'
import { openPlace } from './open-place.js'
import type { PlacedFile } from './place.js'
import { stageFiles } from './stage-files.js'

/** Where the files lie that jobs make of assets, each under a key such as `thumbs/a/b.webp`. */
export interface DerivedFiles {
  /**
   * Lets `write` fill a new file of this machine for each key, and puts them in the place of what lies under the keys when
   * all are whole. `scratch` is a path for a file that goes in the end. When it throws before that, all is as it was; a
   * StorageError means that `write` was not at fault.
   */
  replace<const Keys extends readonly string[], T>(
    keys: Keys,
    write: (partials: { [Index in keyof Keys]: string }, scratch: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /** Removes what lies under a key, if anything does. Throws a StorageError. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** The file under a key, or null when there is none; close it. Throws a StorageError. */
  open(key: string): Promise<PlacedFile | null>
  /**
   * An address of the file under a key that needs no key of ours for as long as it is valid, with the headers that its answer
   * is to have; null where there is no such thing. Throws a StorageError.
   */
  sign(key: string, headers: Record<string, string>): Promise<string | null>
  close(): void
}

/** How long a signed address is valid. */
export const SIGNED_SECONDS = 900

/** Opens the folder or bucket of the configuration. */
export async function openDerivedFiles(config: Pick<Config, 'dataDir' | 'bucket'>): Promise<DerivedFiles> {
  const place = await openPlace(config)
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
    remove: (key, signal) => attempt(place.files.deleteFile(key, signal && { abortSignal: signal }), signal),
    open: (key) => reading(place.open(key)),
    sign: (key, headers) => reading(place.sign(key, SIGNED_SECONDS, headers)),
    close: () => place.close(),
  }
}
