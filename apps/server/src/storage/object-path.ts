import { join } from 'node:path'

const SCHEME = 's3://'

/** Returns whether the path of a file, or of a folder, is one of a bucket, such as `s3://bucket/folder/a.jpg`. */
export function isObjectPath(path: string): boolean {
  return path.startsWith(SCHEME)
}

/** Joins the names of folders and files to a path of a folder or bucket. */
export function joinPath(root: string, ...names: string[]): string {
  return isObjectPath(root) ? [root, ...names].join('/') : join(root, ...names)
}

/** Splits the path of an object. */
export function splitObjectPath(path: string): { bucket: string; key: string } {
  const [bucket = '', ...names] = path.slice(SCHEME.length).split('/')
  return { bucket, key: names.join('/') }
}
