import type { Response } from 'express'

/** Sets the entity tag of a version. Returns whether the client already has that version, so that the answer is 304. */
export function announceVersion(version: string, ifNoneMatch: string | undefined, response: Response): boolean {
  const etag = `"${version}"`
  response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' })
  return ifNoneMatch !== undefined && isNamed(etag, ifNoneMatch)
}

/** Returns whether a list of entity tags (RFC 9110), or `*`, matches this one, also in its weak form. */
export function isNamed(etag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')))
}
