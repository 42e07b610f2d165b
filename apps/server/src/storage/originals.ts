import { createReadStream, createWriteStream } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type FilePlace, findContentType, withOpenFile } from '@media-library/media'
import pLimit from 'p-limit'
import type { Config } from '../config/config.js'
import type { Measures } from '../measures.js'
import { openCopies } from './copies.js'
import { type MotionFiles, openMotionFiles, SIGNED_SECONDS } from './derived-files.js'
import { missingObject, readingFrom, toStorageError } from './fault.js'
import type { Bucket, PlacedFile } from './file-store.js'
import { readPlainSize } from './folder.js'
import { openLocalOriginal, removeLocalOriginal } from './local-original.js'
import { isObjectPath, splitObjectPath } from './object-path.js'
import type { OpenOriginal, Original } from './original.js'

/** The originals of assets, in folders and buckets. A failure of a bucket throws a StorageError. */
export interface Originals {
  /** The bucket of new uploads, such as `s3://bucket/folder`; null when they stay in the folder of uploads. */
  bucket: string | null
  /** The copies of the videos inside photos. */
  motion: MotionFiles
  /** Returns the size of the file at a path in bytes; null when there is none. */
  readSize(path: string): Promise<number | null>
  /** Opens an original; close it. Throws the error of the file system, ENOENT for a missing object. */
  open(original: Original, signal?: AbortSignal): Promise<OpenOriginal>
  /** Lends an original to tools that need a path: in a bucket, that of a temporary copy, with the side-car if that is wanted. */
  lend<T>(
    original: Original,
    use: (place: FilePlace) => Promise<T>,
    lending: { withSidecar?: boolean; signal: AbortSignal },
  ): Promise<T>
  /** Sends a local file to a bucket. */
  send(file: FilePlace, path: string, signal: AbortSignal): Promise<void>
  /** Reads a short object; null when there is none. */
  read(path: string): Promise<Buffer | null>
  /** Writes a short object. */
  write(path: string, content: Buffer): Promise<void>
  /** Removes an original with its side-car, the remains of writing it, and the folder that was its own. */
  remove(path: string): Promise<void>
  /** Removes objects that have nothing beside them. */
  discard(paths: string[]): Promise<void>
  /** Removes all files of a folder. */
  removeAll(folder: string): Promise<void>
  close(): Promise<void>
}

/** The number of objects that are removed at once. */
const AT_ONCE = 16

/** Opens the originals of the configuration. The S3 code is loaded only when there is a bucket. */
export async function openOriginals(
  { dataDir, store, uploads }: Pick<Config, 'dataDir' | 'store' | 'uploads'>,
  measures: Measures | null = null,
): Promise<Originals> {
  const staging = join(dataDir, 'staging')
  const motion = await openMotionFiles({ dataDir, uploads }, measures)
  const copies = openCopies(join(staging, 'originals'))
  const buckets = new Map<string, Promise<Bucket>>()
  const open = async (bucket: string) =>
    (await import('./bucket/bucket.js')).openBucket({ ...store, bucket, prefix: '' }, staging, measures)

  /** Calls an action with the store and key of the object at a path. */
  const at = async <T>(path: string, done: 'read' | 'written', work: (bucket: Bucket, key: string) => Promise<T>) => {
    const { bucket: name, key } = splitObjectPath(path)
    const opening = buckets.get(name) ?? open(name)
    buckets.set(name, opening)
    const bucket = await opening
    try {
      return await work(bucket, key)
    } catch (error) {
      throw toStorageError(bucket.name, error, done)
    }
  }
  const find = (path: string, signal?: AbortSignal) => at(path, 'read', (bucket, key) => bucket.open(key, signal))
  const read = (path: string) =>
    at(path, 'read', async (bucket, key) => {
      const file = await bucket.open(key)
      return file && buffer(Readable.from(toContent(file)))
    })
  const copy = async ({ originalPath, fileModifiedAt }: Original, file: PlacedFile, target: string) => {
    const content = async function* () {
      try {
        yield* toContent(file)
      } catch (error) {
        throw toStorageError(originalPath, error, 'read')
      }
    }
    await pipeline(content, createWriteStream(target, { flags: 'wx' }))
    await utimes(target, new Date(), fileModifiedAt)
  }

  return {
    bucket: uploads.bucket && motion.files.name,
    motion,
    readSize: async (path) => (isObjectPath(path) ? ((await find(path))?.size ?? null) : readPlainSize(path)),
    open: async (original, signal) => {
      const { importPath: folder, originalPath: path, fileModifiedAt: modifiedAt } = original
      if (!isObjectPath(path)) return openLocalOriginal({ folder, path })
      const file = await find(path, signal)
      if (file === null) throw missingObject()
      const sign = (headers: Record<string, string>) =>
        at(path, 'read', (bucket, key) => bucket.sign(key, SIGNED_SECONDS, headers))
      const chunks = readingFrom(path, file)
      return { ...file, modifiedAt, chunks, extension: file.facts['extension'] ?? 'bin', sign }
    },
    lend: async (original, use, { withSidecar = false, signal }) => {
      const { importPath: folder, originalPath: path } = original
      if (!isObjectPath(path)) return use({ folder, path })
      const file = await find(path, signal)
      if (file === null) throw new Error(missingObject().message)
      const wanted = {
        key: `${path} ${file.version}`,
        name: basename(path),
        size: file.size,
        signal,
        write: (target: string) => copy(original, file, target),
      }
      return copies.lend(wanted, async (copied) => {
        const sidecar = withSidecar ? await read(`${path}.xmp`) : null
        if (sidecar) await writeFile(`${copied}.xmp`, sidecar)
        return use({ folder: dirname(copied), path: copied })
      })
    },
    send: async (file, path, signal) => {
      const { type, extension } = await withOpenFile(file, findContentType)
      const content = createReadStream(file.path)
      const writing = { type, facts: { extension }, signal }
      await at(path, 'written', (bucket, key) => bucket.write(key, content, writing)).finally(() => content.destroy())
    },
    read,
    write: (path, content) => at(path, 'written', (bucket, key) => bucket.write(key, content)),
    remove: async (path) => {
      if (!isObjectPath(path)) return removeLocalOriginal(path)
      await at(path, 'written', async (bucket, key) => {
        for (const each of [key, `${key}.xmp`]) await bucket.remove(each)
        await bucket.abandon(key)
      })
    },
    discard: async (paths) => {
      await pLimit(AT_ONCE).map(paths, (path) => at(path, 'written', (bucket, key) => bucket.remove(key)))
    },
    removeAll: (folder) =>
      isObjectPath(folder)
        ? at(folder, 'written', (bucket, key) => bucket.removeAll(key))
        : rm(folder, { recursive: true, force: true }),
    close: async () => {
      for (const bucket of buckets.values()) (await bucket).close()
      motion.files.close()
      await copies.close()
    },
  }
}

function toContent({ size, chunks }: PlacedFile): AsyncIterable<Buffer> | Buffer[] {
  return size === 0 ? [] : chunks({ start: 0, end: size - 1 })
}
