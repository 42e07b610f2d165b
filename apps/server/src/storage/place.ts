import type { FileStorage } from '@flystorage/file-storage'

/** A file of a place, which stays what it is until it is closed. */
export interface PlacedFile {
  size: number
  modifiedAt: Date
  /** Another for each content. */
  version: string
  /** Where it lies on this machine; null: elsewhere. */
  path: string | null
  /** The bytes from `start` to `end`, both included, as they are asked for. Throws when there are fewer. */
  chunks(range: { start: number; end: number }): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** A folder or a bucket, in which files lie under keys such as `thumbs/a/b.webp`. */
export interface Place {
  /** Its name for people: a path, or `s3://bucket/folder`. */
  name: string
  files: FileStorage
  /** The path on this machine at which a file is made before it is published under its key. */
  stage(key: string): string
  /** Puts the file that was staged under one key in the place of another, whole or not at all. */
  publish(staged: string, key: string, signal?: AbortSignal): Promise<void>
  /** The file under a key, or null. */
  open(key: string): Promise<PlacedFile | null>
  /** An address of the file under a key that needs no key of ours for some seconds; null where there is no such thing. */
  sign(key: string, seconds: number, headers: Record<string, string>): Promise<string | null>
  close(): void
}
