import type { IncomingHttpHeaders } from 'node:http'
import { isNamed } from '../../answers/entity-tags.js'
import { ProblemError } from '../../errors.js'

/** What of a request decides which bytes of a file it gets. */
export interface FileRequest {
  method: string
  headers: IncomingHttpHeaders
}

/** What tells one state of a file from another. */
export interface Validators {
  etag: string
  /** An HTTP date. */
  lastModified: string
}

/** Throws `precondition_failed` unless the file is what If-Match or If-Unmodified-Since asks for (RFC 9110, 13.1). */
export function requireMatch({ headers }: FileRequest, { etag, lastModified }: Validators): void {
  const { 'if-match': wanted, 'if-unmodified-since': since } = headers
  const isOther =
    wanted === undefined
      ? secondsOf(lastModified) > secondsOf(since)
      : !wanted.split(',').some((candidate) => ['*', etag].includes(candidate.trim()))
  if (isOther) throw new ProblemError('precondition_failed', 'The file is not the one that the request is about.')
}

/** Whether the caller's copy is the file as it is, by If-None-Match or If-Modified-Since. */
export function isCurrent({ method, headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers
  if (method !== 'GET' && method !== 'HEAD') return false
  return known === undefined ? secondsOf(lastModified) <= secondsOf(since) : isNamed(etag, known)
}

/** Whether ranges are of the file as it is, by If-Range; a date names it only when it is exactly the same. */
export function isRangeCurrent({ headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const wanted = headers['if-range']
  if (wanted === undefined) return true
  return String(wanted).includes('"') ? wanted === etag : secondsOf(String(wanted)) === secondsOf(lastModified)
}

/** NaN when it is no date. */
function secondsOf(date: string | undefined) {
  return Math.floor(Date.parse(date ?? '') / 1_000)
}
