import type { FileStorage } from '@flystorage/file-storage'

/** A folder or a bucket, in which files lie under keys such as `thumbs/a/b.webp`. */
export interface Place {
  /** Its name for people: a path, or `s3://bucket/folder`. */
  name: string
  files: FileStorage
  /** The path on this machine at which a file is made before it is published under its key. */
  stage(key: string): string
  /** Puts the file that was staged under one key in the place of another, whole or not at all. */
  publish(staged: string, key: string, signal?: AbortSignal): Promise<void>
  close(): void
}
