import type { Response } from 'express'
import { isNamed } from './if-none-match.js'

/** Sets the entity tag of a version. Returns whether the client already has that version, so that the answer is 304. */
export function announceVersion(version: string, ifNoneMatch: string | undefined, response: Response): boolean {
  const etag = `"${version}"`
  response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' })
  return ifNoneMatch !== undefined && isNamed(etag, ifNoneMatch)
}
