import type { IncomingHttpHeaders } from 'node:http'
import parseRanges from 'range-parser'
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
      ? toSeconds(lastModified) > toSeconds(since)
      : !wanted.split(',').some((candidate) => ['*', etag].includes(candidate.trim()))
  if (isOther) throw new ProblemError('precondition_failed', 'The file is not the one that the request is about.')
}

/** Whether the caller's copy is the file as it is, by If-None-Match or If-Modified-Since. */
export function isCurrent({ method, headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers
  if (method !== 'GET' && method !== 'HEAD') return false
  return known === undefined ? toSeconds(lastModified) <= toSeconds(since) : isNamed(etag, known)
}

/** Whether ranges are of the file as it is, by If-Range; a date names it only when it is exactly the same. */
function isRangeCurrent({ headers }: FileRequest, { etag, lastModified }: Validators): boolean {
  const wanted = headers['if-range']
  if (wanted === undefined) return true
  return String(wanted).includes('"') ? wanted === etag : toSeconds(String(wanted)) === toSeconds(lastModified)
}

/** NaN when it is no date. */
function toSeconds(date: string | undefined) {
  return Math.floor(Date.parse(date ?? '') / 1_000)
}

/** From one byte to another, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** More parts than any honest reader asks for. Beyond them, the answer is the whole file (RFC 9110, 14.2). */
const MOST_PARTS = 50

/**
 * The ranges of a file that a GET asks for, overlapping ones as one; all of it, and no part, when it asks for none, for none
 * of this state, or in another way than RFC 9110 has it. A part without ranges cannot be satisfied.
 */
export function readRanges(
  request: FileRequest,
  size: number,
  validators: Validators,
): { ranges: ByteRange[]; isPart: boolean } {
  const whole = { ranges: wholeRange(size), isPart: false }
  const { range } = request.headers
  if (range === undefined || request.method !== 'GET' || !isRangeCurrent(request, validators)) return whole
  const parsed = parseRanges(size, withSuffixesWithin(range, size), { combine: true })
  if (parsed === -1) return { ranges: [], isPart: range.startsWith('bytes=') }
  if (parsed === -2 || parsed.type !== 'bytes' || parsed.length > MOST_PARTS) return whole
  return { ranges: [...parsed], isPart: true }
}

/** All of a file, as ranges. */
export function wholeRange(size: number): ByteRange[] {
  return size === 0 ? [] : [{ start: 0, end: size - 1 }]
}

/** A suffix that is longer than the file is all of it; the parser refuses it. */
function withSuffixesWithin(range: string, size: number) {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(Number(length), size)}`)
}
