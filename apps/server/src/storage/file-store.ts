import type { Readable } from 'node:stream'

/** An open file of a place. Its content does not change until it is closed. */
export interface PlacedFile {
  size: number
  modifiedAt: Date
  /** Differs for each content. */
  version: string
  /** Finds its local path, without links; null for a file that is not on this machine. */
  locate: (() => Promise<string>) | null
  /** The whole content of a short file, if opening it has read it. */
  content?: Buffer | null
  /**
   * Reads the bytes from `start` to `end`, both included, on demand. A chunk is valid until the next one is requested. Throws when
   * there are fewer bytes.
   */
  chunks(range: { start: number; end: number }): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** A folder or bucket that stores files under keys such as `thumbs/a/b.webp`. */
export interface FileStore {
  /** The name for people: a path, or `s3://bucket/folder`. */
  name: string
  /** Returns the local path at which a file is written before it is published under its key. */
  stage(key: string): string
  /** Replaces the file under a key by a staged one, atomically. */
  publish(staged: string, key: string, signal?: AbortSignal): Promise<void>
  /** Removes the file under a key, if there is one. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** Removes all files whose keys begin with the folder, which is such as `thumbs/a`. */
  removeAll(folder: string): Promise<void>
  /** Lists the keys of all files in the folder, which is such as `thumbs/a`. */
  list(folder: string): AsyncIterable<string>
  /** Returns the size of the file under a key in bytes; null when there is none. */
  readSize(key: string): Promise<number | null>
  /** Opens the file under a key, or returns null. */
  open(key: string): Promise<PlacedFile | null>
  /** Returns a URL that gives access to the file for some seconds; null when the place has no signed URLs. */
  sign(key: string, seconds: number, headers: Record<string, string>): Promise<string | null>
  close(): void
}

/** A file of a bucket. */
export interface StoredObject extends PlacedFile {
  /** The media type that it was written with. */
  type: string
  /** The metadata that was written with it. */
  facts: Record<string, string>
}

/** The options for writing an object. */
export interface ObjectWriting {
  /** Its media type, if its key does not tell it. */
  type?: string | undefined
  facts?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** A place that can also write a file that is not staged, and stop reading one. */
export interface Bucket extends FileStore {
  /** Writes an object in parts. It exists when the store has acknowledged all of them, or not at all. */
  write(key: string, content: Readable | Buffer | string, writing?: ObjectWriting): Promise<void>
  /** Removes the parts of an object that nobody completed. */
  abandon(key: string): Promise<void>
  open(key: string, signal?: AbortSignal): Promise<StoredObject | null>
}
